// Every record so far: what was set, what it reads, and what moved.

import { useEffect, useRef } from "preact/hooks";
import { copy } from "./download";
import { headingOf, nameOf } from "./names";
import { decimalsOf, fixed, short, signed } from "./numbers";
import { readingOf, rowsOf, tabSeparated, type Row } from "./records";
import { header, observation } from "./store";
import { FREQUENCY, type Observation } from "./types";

export function Notebook() {
  const o = observation.value!;
  const rows = rowsOf(o);
  const last = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (o.budget.interventions.used > 0 && last.current) bringIntoView(last.current);
  }, [o.records.length]);
  const columns = o.variables.length;
  const narrow = columns > 5;
  return (
    <>
      <table class={narrow ? "records narrow" : "records"}>
        <caption class="hidden">All records. {meaning(o)}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">Record</span>
            </th>
            {o.variables.map((v) => (
              <th key={v.name} scope="col" class={v.name === FREQUENCY ? "freq" : ""}>
                <abbr title={v.display_name}>{headingOf(v, columns)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr
              key={row.entry.id}
              ref={i === rows.length - 1 ? last : undefined}
              class={[row.kind, row.kind === "intervention" && i === rows.length - 1 ? "now" : ""].join(" ")}
            >
              <th scope="row">
                {row.kind === "intervention" && <span class="hidden">intervention </span>}
                {row.name}
              </th>
              {o.variables.map((v) => (
                <Cell key={v.name} row={row} name={v.name} o={o} decimals={narrow ? needed(rows, v.name) : 2} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="beside">
        {rows.some((r) => r.kind === "intervention") ? (
          <p class="legend">
            <span class="legend-set">{toWord(o)} 40</span> what was set <span class="legend-moved">+1</span> what moved
          </p>
        ) : (
          <span />
        )}
        <button type="button" class="small" onClick={() => void copy(tabSeparated(o), "The records are")}>
          Copy table
        </button>
      </div>
      <p class="dim">{meaning(o)}</p>
    </>
  );
}

/** Scrolls the panel, and only it: in a low window the page must not jump away from the control. */
function bringIntoView(row: HTMLElement): void {
  const panel = row.closest(".panel-body");
  if (!panel) return;
  const below = row.getBoundingClientRect().bottom - panel.getBoundingClientRect().bottom;
  if (below > 0) panel.scrollTop += below + 12;
}

/** The decimals that a column needs; with many columns every digit counts. */
function needed(rows: readonly Row[], name: string): number {
  return decimalsOf(rows.map((r) => readingOf(r.entry, name) ?? 0));
}

/** What an intervention gave a value to. */
function toWord(o: Observation): string {
  if (o.variables.length > 5) return "→";
  return o.semantics === "shift" ? "base" : "set";
}

function Cell({ row, name, o, decimals }: { row: Row; name: string; o: Observation; decimals: number }) {
  const value = readingOf(row.entry, name);
  const set = row.entry.intervention?.target_prop === name ? row.entry.intervention : null;
  const by = row.moved[name];
  const classes = [set ? "set" : "", by !== undefined ? "moved" : "", name === FREQUENCY ? "freq" : ""].join(" ");
  return (
    <td class={classes}>
      {value === undefined ? "?" : fixed(value, decimals)}
      {by !== undefined && <small class="by">{signed(by, decimals)}</small>}
      {set && (
        <small class="to" title={`${o.semantics === "shift" ? "The base of " : ""}${nameOf(o.variables, name)} was set to ${short(set.target_value)}`}>
          {toWord(o)} {short(set.target_value)}
        </small>
      )}
    </td>
  );
}

function meaning(o: Observation): string {
  const rule =
    o.semantics === "shift"
      ? "Setting a property changes its base. What its causes add to it stays."
      : "A property that is set reads the value at once, and follows its causes later.";
  if (o.family === "linear-hidden") return `${rule} Something unmeasured may push readings about after each intervention.`;
  if (header.value?.options.evidence !== "golden") return rule;
  return o.records.some((r) => r.intervention)
    ? `A chain of interventions was carried out for you on one crystal. ${rule}`
    : "The chain of this task has records of other crystals and no intervention.";
}
