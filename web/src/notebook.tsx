// Every record so far: what was set, what it reads, and what moved.

import { useEffect, useRef } from "preact/hooks";
import { copy } from "./download";
import { headingOf, nameOf } from "./names";
import { fixed, short, signed } from "./numbers";
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
  return (
    <>
      <table class={columns > 5 ? "records narrow" : "records"}>
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
                <Cell key={v.name} row={row} name={v.name} o={o} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="beside">
        <p class="legend">
          <span class="legend-set">set</span> what was set <span class="legend-moved">+1.00</span> what moved
        </p>
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

function Cell({ row, name, o }: { row: Row; name: string; o: Observation }) {
  const value = readingOf(row.entry, name);
  const set = row.entry.intervention?.target_prop === name ? row.entry.intervention : null;
  const by = row.moved[name];
  const classes = [set ? "set" : "", by !== undefined ? "moved" : "", name === FREQUENCY ? "freq" : ""].join(" ");
  return (
    <td class={classes}>
      {value === undefined ? "?" : fixed(value)}
      {by !== undefined && <small class="by">{signed(by)}</small>}
      {set && (
        <small class="to" title={`${nameOf(o.variables, name)} was set to ${short(set.target_value)}`}>
          {o.semantics === "shift" ? "base" : "set"} {short(set.target_value)}
        </small>
      )}
    </td>
  );
}

function meaning(o: Observation): string {
  const rule =
    o.semantics === "shift"
      ? "Setting a property changes its base. What its parents add to it stays."
      : "A property that is set reads the value at once, and follows its parents later.";
  const chain = header.value?.options.evidence === "golden";
  return chain ? `A chain of interventions was carried out for you on one crystal. ${rule}` : rule;
}
