// The manipulator's control: one property, one value, apply. It lies over the
// room without closing it off, so that the notebook can be read beside it.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { intervene, moveTo } from "./actions";
import { listed, nameOf, told, unitOf } from "./names";
import { fixed, readNumber, signed } from "./numbers";
import { openTab } from "./session";
import { header, manipulatorOpen, objects, observation, slips, watching } from "./store";
import { NumberField } from "./fields";
import { FREQUENCY, type Observation } from "./types";

const property = signal("");
const text = signal("50");
const error = signal<string | null>(null);

export function ManipulatorControl() {
  if (!manipulatorOpen.value || watching.value) return null;
  return <OpenControl />;
}

function OpenControl() {
  const o = observation.value!;
  const root = useRef<HTMLDivElement>(null);
  // At once, not after the next frame: keys that follow quickly belong to the control.
  useLayoutEffect(() => {
    const before = document.activeElement;
    root.current!.querySelector<HTMLElement>("input, button:not(.icon)")?.focus();
    return () => {
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : document.getElementById("set-property");
      back?.focus();
    };
  }, []);
  const close = () => (manipulatorOpen.value = false);
  const why = blocked(o);
  const [left] = useState(placeBeside);
  useEffect(() => {
    // The last intervention takes the form away, and with it the focus.
    if (why && !root.current!.contains(document.activeElement)) root.current!.querySelector("button")?.focus();
  }, [why]);
  return (
    <div
      class="control"
      style={left === null ? {} : { left: `${left}px` }}
      ref={root}
      role="dialog"
      aria-labelledby="control-title"
      aria-describedby="control-meaning"
    >
      <div class="control-head">
        <h2 id="control-title">Set a property</h2>
        <button type="button" class="quiet icon" aria-label="Close the control" onClick={close}>
          ✕
        </button>
      </div>
      {why ? (
        <>
          <p id="control-meaning">{why}</p>
          {o.place && o.place !== "manipulator" && o.phase === "experiment" && (
            <button type="button" class="primary" onClick={() => moveTo("manipulator")}>
              Walk to the manipulator (1 step)
            </button>
          )}
        </>
      ) : (
        <Setting o={o} />
      )}
    </div>
  );
}

/** Beside the manipulator, where neither its crystal nor the changes that float up from it are hidden. */
function placeBeside(): number | null {
  const box = objects.value.find((x) => x.id === "manipulator")?.rect;
  const room = document.getElementById("room")?.clientWidth ?? 0;
  const width = 330;
  if (!box || room < 2 * width) return null;
  return Math.min(box.x + box.width + 84, room - width - 12);
}

/** Why nothing can be set now, or null. */
function blocked(o: Observation): string | null {
  if (header.value?.options.evidence === "golden") {
    return "In this task the interventions were made for you. They are in the notebook.";
  }
  if (o.phase === "reactor") return "The reactor has been opened. That locks the manipulator for good.";
  if (o.budget.interventions.left <= 0) return "All interventions are spent. Go by the records you have.";
  if (o.place && o.place !== "manipulator") return "You are not at the manipulator.";
  return null;
}

function Setting({ o }: { o: Observation }) {
  const settable = o.variables.filter((v) => v.controllable);
  const fixedOnes = o.variables.filter((v) => !v.controllable && v.name !== FREQUENCY);
  const chosen = settable.find((v) => v.name === property.value) ?? settable[0];
  if (!chosen) return <p id="control-meaning">No property of this crystal can be set.</p>;
  const reading = readNumber(text.value);
  const slider = reading.kind === "number" ? Math.min(100, Math.max(0, reading.value)) : 50;
  const apply = () => {
    const now = readNumber(text.value);
    if (now.kind === "empty") error.value = "Write the value to set.";
    else if (now.kind === "error") error.value = now.message;
    else {
      error.value = null;
      intervene(chosen.name, now.value);
    }
  };
  const write = (value: string) => {
    text.value = value;
    error.value = null;
  };
  const own = slips.value.filter((s) => s.path.startsWith("experiment"));
  const others = slips.value.filter((s) => !s.path.startsWith("experiment"));
  const left = o.budget.interventions.left;
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        apply();
      }}
    >
      <p id="control-meaning">
        {o.semantics === "shift"
          ? "Its base becomes this value; what its causes add stays."
          : "It will read this value now, and follow its causes later."}
      </p>
      <fieldset class="chips">
        <legend class="hidden">Property</legend>
        {settable.map((v) => (
          <label key={v.name} class="chip">
            <input
              type="radio"
              name="property"
              value={v.name}
              checked={v.name === chosen.name}
              onChange={() => (property.value = v.name)}
            />
            <span>{nameOf(o.variables, v.name)}</span>
          </label>
        ))}
      </fieldset>
      {fixedOnes.length > 0 && <p class="dim">{listed(fixedOnes.map((v) => nameOf(o.variables, v.name)))} cannot be set.</p>}
      <div class="control-value">
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={slider}
          aria-label={`${nameOf(o.variables, chosen.name)} by slider, 0 to 100`}
          onInput={(e) => write(e.currentTarget.value)}
        />
        <NumberField
          label="Value, any number"
          hiddenLabel
          value={text.value}
          onInput={write}
          unit={unitOf(chosen)}
          error={error.value ?? (own[0] ? told(own[0], o.variables) : null)}
        />
      </div>
      <p class="reads">
        {nameOf(o.variables, chosen.name)} reads {fixed(o.manipulator.props[chosen.name] ?? NaN)} now.
      </p>
      {others.length > 0 && (
        <div class="slips" role="alert">
          <p>Your hypothesis goes into the log with each step, and something in it cannot be read:</p>
          <ul>
            {others.map((s) => (
              <li key={s.path}>{told(s, o.variables)}</li>
            ))}
          </ul>
          <button type="button" class="small" onClick={() => openTab("hypothesis")}>
            To the hypothesis
          </button>
        </div>
      )}
      <div class="control-foot">
        <button type="submit" class="primary">
          Apply
        </button>
        <span class="dim">uses 1 of {left}</span>
      </div>
      <LastChange o={o} />
    </form>
  );
}

/** What the last intervention moved, where the eye is. */
function LastChange({ o }: { o: Observation }) {
  const last = o.records.at(-1)?.intervention;
  if (!last || o.budget.interventions.used === 0) return null;
  const moved = o.changed ?? [];
  return (
    <div class="last-change" key={o.records.length}>
      <h3>
        {nameOf(o.variables, last.target_prop)} → {fixed(last.target_value)}
      </h3>
      {moved.length === 0 ? (
        <p class="dim">No reading moved.</p>
      ) : (
        <ul>
          {moved.map((c) => (
            <li key={c.name}>
              <span>{nameOf(o.variables, c.name)}</span> <b>{signed(c.by)}</b> <span class="dim">{fixed(c.to)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
