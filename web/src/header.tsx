// The bar above: which task, under which rules, and what is left to spend.

import { useEffect, useRef, useState } from "preact/hooks";
import { chooseMotion, chooseTheme, isLight, isStill } from "./appearance";
import { downloadLog, downloadResult } from "./download";
import { mirrorShown } from "./mirror";
import { partsOf } from "./query";
import { agentDoor, dialog, done, guest, header, observation, playing, result, screen, watching } from "./store";
import type { Allowance } from "./types";

const manyPips = 16;
const fewSteps = 10;

export function Header() {
  const o = observation.value;
  return (
    <header class="bar">
      <h1 class="title" id="title" tabIndex={-1}>
        Causal lab
      </h1>
      {o && <TaskLine />}
      <div class="spacer" />
      {o && <Budget />}
      <button type="button" onClick={() => (dialog.value = "help")}>
        Help
      </button>
      <Menu />
    </header>
  );
}

function TaskLine() {
  const o = observation.value!;
  const h = header.value;
  const parts = agentDoor.value ? null : partsOf(o.task);
  return (
    <p class="task-line">
      {parts ? (
        <span>
          {parts.suite} / {parts.index}
          {h && h.seed !== 0 ? ` / seed ${h.seed}` : ""}
        </span>
      ) : (
        <span>{o.task}</span>
      )}
      <span>{o.protocol} protocol</span>
      {h?.options.embodied && <span>on foot</span>}
      {watching.value && <span class="tag">{guest.value ? `${guest.value.title} plays` : "a program plays"}</span>}
    </p>
  );
}

function Budget() {
  const { interventions, steps, submissions } = observation.value!.budget;
  const golden = header.value?.options.evidence === "golden";
  return (
    <div class="budget" role="group" aria-label="What is left to spend">
      {golden ? (
        <span class="budget-item">evidence given, no interventions</span>
      ) : (
        <span class="budget-item">
          <span class="budget-word">interventions</span>
          <Pips allowance={interventions} />
          <span>
            {interventions.left} <span class="budget-left">left</span>
          </span>
        </span>
      )}
      {steps.left <= fewSteps && playing.value && (
        <span class="budget-item warn">
          {steps.left} {steps.left === 1 ? "step" : "steps"} left
        </span>
      )}
      {submissions.used + submissions.left > 1 && (
        <span class="budget-item">
          <span>
            {submissions.left} <span class="budget-left">of {submissions.used + submissions.left}</span> submissions{" "}
            <span class="budget-left">left</span>
          </span>
        </span>
      )}
    </div>
  );
}

function Pips({ allowance }: { allowance: Allowance }) {
  const all = allowance.used + allowance.left;
  if (all === 0) return null;
  if (all > 40) return <meter class="pip-meter" min={0} max={all} value={allowance.left} aria-hidden="true" />;
  return (
    <span class={all > manyPips ? "pips many" : "pips"} aria-hidden="true">
      {Array.from({ length: all }, (_, i) => (
        <i key={i} class={i < allowance.left ? "" : "used"} />
      ))}
    </span>
  );
}

function Menu() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const away = (e: Event) => {
      if (!root.current!.contains(e.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    // A click in the room's frame is seen here only as the loss of focus.
    const lost = () => setOpen(false);
    addEventListener("blur", lost);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
      removeEventListener("blur", lost);
    };
  }, [open]);
  const choose = (f: () => void) => () => {
    setOpen(false);
    button.current?.focus();
    f();
  };
  // The log names the task and, at its end, the truth: with a program at the
  // door it is offered after the end only.
  const logOffered = observation.value !== null && (!agentDoor.value || done.value);
  return (
    <div
      class="menu"
      ref={root}
      onKeyDown={(e) => {
        if (e.key === "Escape" && open) {
          setOpen(false);
          button.current?.focus();
        }
      }}
    >
      <button ref={button} type="button" aria-expanded={open} aria-controls="menu" onClick={() => setOpen(!open)}>
        Menu
      </button>
      <ul id="menu" hidden={!open}>
        {!agentDoor.value && (
          <li>
            <button type="button" onClick={choose(() => (screen.value = "picker"))}>
              New task…
            </button>
          </li>
        )}
        {result.value && (
          <li>
            <button type="button" onClick={choose(() => (screen.value = "end"))}>
              Show the result
            </button>
          </li>
        )}
        <li>
          <button type="button" disabled={!logOffered} onClick={choose(downloadLog)}>
            Download log
          </button>
        </li>
        <li>
          <button type="button" disabled={!result.value} onClick={choose(downloadResult)}>
            Download result
          </button>
        </li>
        <li>
          <button type="button" onClick={choose(() => chooseTheme(isLight() ? "dark" : "light"))}>
            {isLight() ? "Dark colours" : "Light colours"}
          </button>
        </li>
        <li>
          <button type="button" onClick={choose(() => chooseMotion(isStill() ? "full" : "reduced"))}>
            {isStill() ? "Allow motion" : "Reduce motion"}
          </button>
        </li>
        <li>
          <button type="button" aria-pressed={mirrorShown.value} onClick={choose(() => (mirrorShown.value = !mirrorShown.value))}>
            List of lab objects
          </button>
        </li>
        {playing.value && !watching.value && (
          <li>
            <button type="button" class="danger" onClick={choose(() => (dialog.value = "give-up"))}>
              Give up…
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
