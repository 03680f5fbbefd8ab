// The hypothesis: its graph as a list, the frequency's equation, how it fits,
// and the player's notes.

import { signal } from "@preact/signals";
import { recordThought } from "./actions";
import { addEdge, redo, removeEdge, reverseEdge, setNote, undo } from "./editing";
import { EquationEditor } from "./equation";
import { Choice, Section } from "./fields";
import { nameOf, told } from "./names";
import { Fit } from "./fit";
import { draft, future, hypothesis, observation, past, playing, port, watching } from "./store";
import { FREQUENCY, type Edge, type Observation, type Slip } from "./types";

const from = signal("");
const to = signal(FREQUENCY);

export function Hypothesis() {
  const o = observation.value!;
  const writable = playing.value && !watching.value;
  return (
    <>
      <Section
        title="Which causes which"
        aside={
          writable && (
            <span class="undo">
              <button type="button" class="small" disabled={past.value.length === 0} onClick={undo}>
                Undo
              </button>
              <button type="button" class="small" disabled={future.value.length === 0} onClick={redo}>
                Redo
              </button>
            </span>
          )
        }
      >
        <EdgeList o={o} writable={writable} />
        {writable && <EdgeForm o={o} />}
        <Remarks o={o} />
      </Section>
      <EquationEditor writable={writable} />
      <Fit />
      {writable && <Notes />}
    </>
  );
}

function EdgeList({ o, writable }: { o: Observation; writable: boolean }) {
  const edges = draft.value.edges;
  if (edges.length === 0) {
    return <p class="empty">No arrows yet. Draw one on the whiteboard from cause to effect, or add it here.</p>;
  }
  const words = (e: Edge) => `${nameOf(o.variables, e.from)} to ${nameOf(o.variables, e.to)}`;
  return (
    <ul class="edges" aria-label="Arrows">
      {edges.map((e) => (
        <li key={`${e.from}>${e.to}`} class={e.to === FREQUENCY ? "edge into-frequency" : "edge"}>
          <span class="edge-words">
            {nameOf(o.variables, e.from)} <span aria-hidden="true">→</span>
            <span class="hidden"> to </span> {nameOf(o.variables, e.to)}
          </span>
          {writable && (
            <>
              <button type="button" class="quiet icon" aria-label={`Reverse ${words(e)}`} title="Reverse" onClick={() => reverseEdge(e)}>
                ⇄
              </button>
              <button type="button" class="quiet icon" aria-label={`Remove ${words(e)}`} title="Remove" onClick={() => removeEdge(e)}>
                ✕
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function EdgeForm({ o }: { o: Observation }) {
  const choices = o.variables.map((v) => ({ value: v.name, label: nameOf(o.variables, v.name) }));
  const known = (name: string, other: string) => (choices.some((c) => c.value === name) ? name : other);
  const start = known(from.value, choices[0]!.value);
  const end = known(to.value, FREQUENCY);
  const there = draft.value.edges.some((e) => e.from === start && e.to === end);
  const why = start === end ? "An arrow joins two different variables." : there ? "This arrow is there already." : null;
  return (
    <form
      class="edge-form"
      onSubmit={(e) => {
        e.preventDefault();
        if (!why) addEdge({ from: start, to: end });
      }}
    >
      <Choice label="From" value={start} choices={choices} onChange={(v) => (from.value = v)} />
      <Choice label="To" value={end} choices={choices} onChange={(v) => (to.value = v)} />
      <button type="submit" disabled={why !== null} title={why ?? undefined}>
        Add arrow
      </button>
    </form>
  );
}

/** What the program remarks on the hypothesis as it stands; none of it is forbidden. */
function Remarks({ o }: { o: Observation }) {
  const answer = JSON.parse(
    port.value!.check(
      JSON.stringify({ memory: "", thought: "", past_data: [], hypothesis: hypothesis.value }),
    ),
  ) as { errors: Slip[] | null; warnings: Slip[] | null };
  const errors = answer.errors ?? [];
  const warnings = answer.warnings ?? [];
  if (errors.length + warnings.length === 0) return null;
  return (
    <div class="remarks" role="status">
      {errors.map((s) => (
        <p key={s.path + s.code} class="error">
          {told(s, o.variables)}
        </p>
      ))}
      {warnings.map((s) => (
        <p key={s.path + s.code}>{told(s, o.variables)}</p>
      ))}
    </div>
  );
}

function Notes() {
  return (
    <Section title="Notes">
      <label for="memory">Note to self, kept from step to step</label>
      <textarea id="memory" rows={2} value={draft.value.memory} onInput={(e) => setNote("memory", e.currentTarget.value)} />
      <label for="thought">What I think now, for this step only</label>
      <textarea id="thought" rows={2} value={draft.value.thought} onInput={(e) => setNote("thought", e.currentTarget.value)} />
      <div class="beside">
        <p class="dim">Both go into your log with the next thing you do.</p>
        <button type="button" class="small" onClick={recordThought}>
          Log now (1 step)
        </button>
      </div>
    </Section>
  );
}
