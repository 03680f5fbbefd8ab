// The reactor: what it reads, opening it where it is closed, and the prediction.

import { useEffect, useRef, useState } from "preact/hooks";
import { check, moveTo, openReactor } from "./actions";
import { EquationWords } from "./equation";
import { Bars } from "./fit";
import { NumberField, Section } from "./fields";
import { labelOf, told } from "./names";
import { fixed, readNumber } from "./numbers";
import type { GameResult } from "./result";
import { openTab } from "./session";
import { dialog, done, hypothesis, observation, playing, port, prediction, result, slips, watching } from "./store";
import { FREQUENCY, type Interpretation, type Observation } from "./types";

export function Reactor() {
  const o = observation.value!;
  return (
    <>
      <Section title="Reactor crystal">{o.reactor ? <Readings o={o} /> : <Closed o={o} />}</Section>
      {o.answer === "verification" && o.residuals && (
        <Section title="How your hypothesis fits each record">
          <p>This first submission did not count. Change your hypothesis or submit again; the next one counts.</p>
          <p class="dim">
            Measured and predicted differ by up to {fixed(Math.max(...o.residuals.map((r) => Math.abs(r.residual))))} Hz.
          </p>
          <Bars rows={o.residuals} />
        </Section>
      )}
      {o.answer === "not_activated" && <NotActivated key={o.step} o={o} />}
      {done.value && result.value && <Outcome r={result.value} />}
      {playing.value && !watching.value && o.reactor && <Prediction o={o} />}
    </>
  );
}

function Readings({ o }: { o: Observation }) {
  return (
    <dl class="readings">
      {o.variables
        .filter((v) => v.name in o.reactor!)
        .map((v) => (
          <div key={v.name}>
            <dt>{labelOf(v)}</dt>
            <dd>{fixed(o.reactor![v.name]!)}</dd>
          </div>
        ))}
      <div class="freq">
        <dt>{labelOf(o.variables.find((v) => v.name === FREQUENCY)!)}</dt>
        <dd>{result.value ? fixed(result.value.true_frequency) : "?"}</dd>
      </div>
    </dl>
  );
}

function NotActivated({ o }: { o: Observation }) {
  const line = useRef<HTMLParagraphElement>(null);
  // The button that submitted stands below, and a small panel may have scrolled past the answer.
  useEffect(() => line.current!.scrollIntoView({ block: "nearest" }), []);
  const { left } = o.budget.submissions;
  return (
    <p class="answer bad" role="status" ref={line}>
      Not activated: the frequency was off by 5 Hz or more. {left} {left === 1 ? "submission" : "submissions"} left.
    </p>
  );
}

function Outcome({ r }: { r: GameResult }) {
  return (
    <p class={r.accuracy ? "answer good" : "answer bad"}>
      The reactor’s frequency was {fixed(r.true_frequency)} Hz.
      {r.submitted !== undefined && ` The prediction was ${fixed(r.submitted)} Hz.`}
    </p>
  );
}

function Closed({ o }: { o: Observation }) {
  const [sure, setSure] = useState(false);
  if (watching.value || !playing.value) return <p>The reactor is closed.</p>;
  const left = o.budget.interventions.left;
  return (
    <div class="closed">
      <p>The reactor is closed. Opening it shows what its crystal reads, all but the frequency.</p>
      <p class="warning">
        <b>Opening locks the manipulator for good.</b>{" "}
        {left > 0 ? `You have ${left} ${left === 1 ? "intervention" : "interventions"} left that you could no longer use.` : ""}
      </p>
      {isAway(o) ? (
        <Walk o={o} />
      ) : sure ? (
        <div class="row" role="group" aria-label="Open the reactor and lock the manipulator?">
          <button type="button" class="danger" onClick={openReactor}>
            Open and lock the manipulator
          </button>
          <button type="button" onClick={() => setSure(false)}>
            Not yet
          </button>
        </div>
      ) : (
        <button type="button" class="primary" onClick={() => setSure(true)}>
          Open the reactor…
        </button>
      )}
    </div>
  );
}

/** Embodied play: the reactor is used where it stands. */
function isAway(o: Observation): boolean {
  return o.place !== undefined && o.place !== "reactor";
}

function Walk({ o }: { o: Observation }) {
  return (
    <p class="row">
      You are at the {o.place}.
      <button type="button" class="primary" onClick={() => moveTo("reactor")}>
        Walk to the reactor (1 step)
      </button>
    </p>
  );
}

function Prediction({ o }: { o: Observation }) {
  const [error, setError] = useState<string | null>(null);
  const meaning = JSON.parse(port.value!.interpret(JSON.stringify(hypothesis.value))) as Interpretation;
  const suggested = meaning.predicted ?? null;
  const arrows = hypothesis.value.edges.length;
  const ask = () => {
    const reading = readNumber(prediction.value);
    if (reading.kind !== "number") {
      slips.value = [];
      setError(reading.kind === "empty" ? "Write the frequency you predict, in Hz." : reading.message);
      return;
    }
    setError(null);
    slips.value = check({ action: "submit", value: reading.value });
    if (slips.value.length === 0) dialog.value = "submit";
  };
  const own = slips.value.find((s) => s.path === "value")?.message ?? null;
  const others = slips.value.filter((s) => s.path !== "value");
  return (
    <Section title="Your prediction">
      {isAway(o) && <Walk o={o} />}
      <form
        class="prediction"
        onSubmit={(e) => {
          e.preventDefault();
          if (!isAway(o)) ask();
        }}
      >
        <NumberField
          label="Frequency of the reactor crystal"
          id="prediction"
          unit="Hz"
          value={prediction.value}
          onInput={(t) => {
            prediction.value = t;
            setError(null);
          }}
          error={error ?? own}
        />
        {suggested !== null && (
          <button type="button" onClick={() => (prediction.value = String(suggested))}>
            Use {fixed(suggested)} from my hypothesis
          </button>
        )}
        {!isAway(o) && (
          <button type="submit" class="primary">
            Submit…
          </button>
        )}
      </form>
      {others.length > 0 && (
        <div class="slips" role="alert">
          <p>A submission carries your hypothesis, and it is not complete:</p>
          <ul>
            {others.map((s) => (
              <li key={s.path + s.code}>{told(s, o.variables)}</li>
            ))}
          </ul>
          <button type="button" class="small" onClick={() => openTab("hypothesis")}>
            To the hypothesis
          </button>
        </div>
      )}
      <p class="dim">Right means less than 5 Hz off. Your hypothesis is handed in with it:</p>
      <p class="equation">
        <EquationWords />
      </p>
      <p class="dim">
        {arrows === 0 ? "No arrows yet." : arrows === 1 ? "1 arrow." : `${arrows} arrows.`}
      </p>
    </Section>
  );
}
