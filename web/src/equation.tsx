// The frequency's equation: one field for the base and one for each coefficient
// that the arrows call for, or the whole as text for those who like to type.

import { signal } from "@preact/signals";
import { Fragment } from "preact";
import { draftOf, equationText, fieldError, hypothesisOfText, termFields, type TermField } from "./draft";
import { edit, setBase, setCoefficient } from "./editing";
import { NumberField, Section } from "./fields";
import { listed, nameOf } from "./names";
import { equationWithPoints, fixed, numberOrNull, short } from "./numbers";
import { draft, hypothesis, observation, port, quadratic } from "./store";
import { FREQUENCY, type Interpretation, type Slip, type Variable } from "./types";

/** What is being typed as text, or null while the text follows the fields. */
const typed = signal<string | null>(null);
const textError = signal<string | null>(null);

export function EquationEditor({ writable }: { writable: boolean }) {
  const o = observation.value!;
  const fields = termFields(draft.value, o.variables, quadratic.value);
  return (
    <Section title="Frequency equation">
      <p class="equation" aria-label="Equation">
        <EquationWords />
      </p>
      {writable && (
        <>
          <div class="coefficients">
            <NumberField label="Base" value={draft.value.base} onInput={setBase} placeholder="?" error={fieldError(draft.value.base)} />
            {fields.map((f) => (
              <NumberField
                key={f.key}
                label={`${nameOf(o.variables, f.parent)}${f.power === 2 ? "²" : ""} ×`}
                value={draft.value.coefficients[f.key] ?? ""}
                placeholder="?"
                onInput={(t) => setCoefficient(f.key, t)}
                error={fieldError(draft.value.coefficients[f.key] ?? "")}
              />
            ))}
          </div>
          {fields.length === 0 && (
            <p class="dim">Each arrow into Frequency adds a coefficient here. Leave a field empty while you don’t know it.</p>
          )}
          <TextEditor variables={o.variables} />
        </>
      )}
      <Predicted />
    </Section>
  );
}

/** The equation as people write it. */
export function EquationWords() {
  const o = observation.value!;
  const d = draft.value;
  const fields = termFields(d, o.variables, quadratic.value);
  const value = (text: string, bare = true) => {
    const n = numberOrNull(text);
    return n === null ? <em class="unknown">?</em> : <em>{short(bare ? Math.abs(n) : n)}</em>;
  };
  if (fields.length === 0 && d.base.trim() === "") return <span class="dim">Frequency = not stated yet</span>;
  return (
    <>
      Frequency = {value(d.base, false)}
      {fields.map((f: TermField) => (
        <Fragment key={f.key}>
          {" "}
          <span class="term">
            {signOf(d.coefficients[f.key] ?? "")} {value(d.coefficients[f.key] ?? "")}·{nameOf(o.variables, f.parent)}
            {f.power === 2 ? "²" : ""}
          </span>
        </Fragment>
      ))}
    </>
  );
}

/** The sign before a term; the number after it is written without one. */
function signOf(text: string): string {
  return (numberOrNull(text) ?? 0) < 0 ? "−" : "+";
}

function TextEditor({ variables }: { variables: readonly Variable[] }) {
  const shown = typed.value ?? equationText(draft.value, variables, quadratic.value);
  return (
    <details class="as-text">
      <summary>Write it as text</summary>
      <label for="equation-text" class="hidden">
        Equation as text
      </label>
      <textarea
        id="equation-text"
        rows={2}
        spellcheck={false}
        value={shown}
        placeholder={`${FREQUENCY} = 25 + 2*density`}
        aria-invalid={textError.value ? "true" : undefined}
        aria-describedby="equation-text-error equation-text-help"
        onInput={(e) => take(e.currentTarget.value, variables)}
        onBlur={() => {
          if (!textError.value) typed.value = null;
        }}
      />
      <p class="field-error" id="equation-text-error" role="status">
        {textError.value}
      </p>
      {textError.value && (
        <button
          type="button"
          class="small"
          onClick={() => {
            typed.value = null;
            textError.value = null;
          }}
        >
          Back to the fields’ equation
        </button>
      )}
      <p class="dim" id="equation-text-help">
        Properties here are {listed(variables.filter((v) => v.name !== FREQUENCY).map((v) => v.name))}. A property in the
        text gets its arrow into Frequency; any other name is a number you don’t know yet.
      </p>
    </details>
  );
}

/** Takes over an equation text as soon as it can be read; until then fields and log keep the last one. */
function take(text: string, variables: readonly Variable[]): void {
  typed.value = text;
  const points = equationWithPoints(text);
  if (points.error) {
    textError.value = points.error;
    return;
  }
  const stated = hypothesisOfText(points.text, draft.value, variables);
  const meaning = JSON.parse(port.value!.interpret(JSON.stringify(stated))) as Interpretation & { error?: Slip };
  textError.value = meaning.error?.message ?? null;
  if (!meaning.error) edit((d) => draftOf(stated, meaning, d), "equation-text");
}

function Predicted() {
  const o = observation.value!;
  const meaning = JSON.parse(port.value!.interpret(JSON.stringify(hypothesis.value))) as Interpretation & { error?: Slip };
  if (meaning.error || hypothesis.value.freq_equation === "") return null;
  if (meaning.predicted !== null && meaning.predicted !== undefined) {
    return (
      <p class="predicted">
        By this the reactor reads <b>{fixed(meaning.predicted)} Hz</b>
      </p>
    );
  }
  if (!o.reactor) return <p class="dim">The reactor is closed, so there is nothing to predict from yet.</p>;
  const missing = (meaning.missing ?? []).map((n) => {
    if (n === "base") return "the base";
    const f = termFields(draft.value, o.variables, quadratic.value).find((t) => n === `c_${t.parent}` || n === `c_${t.parent}_${t.power}`);
    return f ? `the coefficient of ${nameOf(o.variables, f.parent)}${f.power === 2 ? "²" : ""}` : n;
  });
  return missing.length > 0 ? <p class="dim">Not known yet: {listed(missing)}.</p> : null;
}
