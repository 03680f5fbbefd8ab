// The rules of an episode as form fields. What is left at "as usual" is the
// protocol's.

import { Choice } from "./fields";
import { readBudget } from "./query";
import type { Options, SuiteInfo } from "./types";

export interface Choices {
  graphs: string;
  protocol: string;
  budget: string;
  semantics: string;
  evidence: string;
  verification: string;
  submissions: string;
  embodied: boolean;
  residuals: boolean;
}

interface Props {
  choices: Choices;
  onChange: (part: Partial<Choices>) => void;
  suite: SuiteInfo | undefined;
}

export function OptionFields({ choices, onChange, suite }: Props) {
  const shift = choices.protocol === "paper";
  return (
    <details>
      <summary>Rules</summary>
      <div class="form-row rules">
        <Choice
          label="Protocol"
          value={choices.protocol}
          choices={[
            { value: "paper", label: "paper: reactor in view, one submission" },
            { value: "released", label: "released: closed reactor, three submissions" },
          ]}
          onChange={(protocol) => onChange({ protocol })}
        />
        <label class="text-field">
          <span>Budget, like 2o12i</span>
          <input
            type="text"
            value={choices.budget}
            placeholder="as usual"
            onInput={(e) => onChange({ budget: e.currentTarget.value })}
          />
        </label>
        <Choice
          label="An intervention"
          value={choices.semantics}
          choices={[
            { value: "", label: shift ? "as usual: shifts the base" : "as usual: sets the reading" },
            { value: "shift", label: "shifts the base" },
            { value: "target", label: "sets the reading" },
          ]}
          onChange={(semantics) => onChange({ semantics })}
        />
        {!suite?.disturbance && (
          <Choice
            label="Evidence"
            value={choices.evidence}
            choices={[
              { value: "", label: suite?.golden ? "as usual: a chain is handed over" : "as usual: I intervene" },
              { value: "online", label: "I intervene" },
              { value: "golden", label: "a chain of interventions is handed over" },
            ]}
            onChange={(evidence) => onChange({ evidence })}
          />
        )}
        {suite?.sampled && (
          <label class="text-field">
            <span>Seed of the graphs</span>
            <input
              type="text"
              inputMode="numeric"
              value={choices.graphs}
              placeholder="as usual"
              onInput={(e) => onChange({ graphs: e.currentTarget.value })}
            />
          </label>
        )}
        <Choice
          label="Verification"
          value={choices.verification}
          choices={[
            { value: "", label: "none" },
            { value: "required", label: "residuals answer the first submission" },
          ]}
          onChange={(verification) => onChange({ verification })}
        />
        <label class="text-field">
          <span>Submissions</span>
          <input
            type="text"
            inputMode="numeric"
            value={choices.submissions}
            placeholder="as usual"
            onInput={(e) => onChange({ submissions: e.currentTarget.value })}
          />
        </label>
      </div>
      <label class="check">
        <input type="checkbox" checked={choices.residuals} onChange={(e) => onChange({ residuals: e.currentTarget.checked })} />
        Show how the hypothesis fits the records
      </label>
      <label class="check">
        <input type="checkbox" checked={choices.embodied} onChange={(e) => onChange({ embodied: e.currentTarget.checked })} />
        On foot: walking to a place is a step
      </label>
    </details>
  );
}

/** The options that the fields state, or what is wrong with them. */
export function optionsOf(c: Choices, suite: SuiteInfo): { options: Options } | { problem: string } {
  const options: Options = {};
  if (suite.sampled && c.graphs.trim() !== "") {
    const n = Number(c.graphs.trim());
    if (!/^\d+$/.test(c.graphs.trim()) || !Number.isSafeInteger(n)) return { problem: "The seed of the graphs is a whole number from 0." };
    options.graphs = n;
  }
  if (c.protocol === "released") options.protocol = "released";
  if (c.budget.trim() !== "") {
    const amounts = readBudget(c.budget);
    if (!amounts) return { problem: "The budget is written like 2o12i: 2 observations, 12 interventions." };
    Object.assign(options, amounts);
  }
  if (c.submissions.trim() !== "") {
    const n = Number(c.submissions.trim());
    if (!/^\d+$/.test(c.submissions.trim()) || n < 1) return { problem: "Submissions are a whole number from 1." };
    options.submissions = n;
  }
  if (c.semantics !== "") options.semantics = c.semantics;
  if (c.evidence !== "" && !suite.disturbance) options.evidence = c.evidence;
  if (c.verification !== "") options.verification = c.verification;
  if (c.embodied) options.embodied = true;
  if (c.residuals) options.residuals = true;
  return { options };
}
