// Form fields with their label and their error beside them.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface NumberProps {
  label: string;
  /** The label is read out but not shown. */
  hiddenLabel?: boolean;
  value: string;
  onInput: (text: string) => void;
  error?: string | null;
  placeholder?: string;
  unit?: string;
  id?: string;
}

/**
 * A field for one number. It is a text field, since a number field would refuse
 * a decimal comma or a point depending on the browser's language.
 */
export function NumberField(props: NumberProps) {
  const own = useId();
  const id = props.id ?? own;
  return (
    <span class={props.error ? "number-field wrong" : "number-field"}>
      <label for={id} class={props.hiddenLabel ? "hidden" : ""}>
        {props.label}
      </label>
      <span class="number-box">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          value={props.value}
          placeholder={props.placeholder ?? ""}
          aria-invalid={props.error ? "true" : undefined}
          aria-describedby={props.error ? `${id}-error` : undefined}
          onInput={(e) => props.onInput(e.currentTarget.value)}
        />
        {props.unit && <span class="unit">{props.unit}</span>}
      </span>
      {props.error && (
        <span class="field-error" id={`${id}-error`}>
          {props.error}
        </span>
      )}
    </span>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  hiddenLabel?: boolean;
  id?: string;
}

export function Choice<T extends string>({ label, value, choices, onChange, hiddenLabel, id }: ChoiceProps<T>) {
  const own = useId();
  return (
    <span class="choice">
      <label for={id ?? own} class={hiddenLabel ? "hidden" : ""}>
        {label}
      </label>
      <select id={id ?? own} value={value} onChange={(e) => onChange(e.currentTarget.value as T)}>
        {choices.map((c) => (
          <option key={c.value} value={c.value}>
            {c.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A box with a heading, the unit that panels are made of. */
export function Section({ title, children, aside }: { title: string; children: ComponentChildren; aside?: ComponentChildren }) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
