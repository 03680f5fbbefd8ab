// The two things that cannot be taken back ask once more.

import { giveUp, submit } from "./actions";
import { EquationWords } from "./equation";
import { Modal } from "./modal";
import { nameOf } from "./names";
import { fixed, numberOrNull } from "./numbers";
import { dialog, header, hypothesis, observation, prediction } from "./store";

const close = () => (dialog.value = null);

export function SubmitDialog() {
  const o = observation.value!;
  const value = numberOrNull(prediction.value);
  if (value === null) return null;
  const { left, used } = o.budget.submissions;
  const verifies = header.value?.options.verification === "required" && used === 0 && o.answer !== "verification";
  return (
    <Modal title={`Submit ${fixed(value)} Hz?`} onClose={close}>
      <p>This is what you hand in. The prediction and the mechanism are scored separately.</p>
      <p class="equation">
        <EquationWords />
      </p>
      {hypothesis.value.edges.length === 0 ? (
        <p class="warning">Your graph has no arrows.</p>
      ) : (
        <ul class="edges" aria-label="Arrows">
          {hypothesis.value.edges.map((e) => (
            <li key={`${e.from}>${e.to}`} class="edge">
              <span class="edge-words">
                {nameOf(o.variables, e.from)} → {nameOf(o.variables, e.to)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="dim">
        {verifies
          ? "The first submission is answered by how your hypothesis fits every record, once. Then you may change it."
          : left > 1
            ? `You have ${left} submissions. A wrong one is answered “not activated”.`
            : "This ends the episode."}
      </p>
      <div class="row end">
        <button type="button" onClick={close}>
          Back
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            close();
            submit(value);
          }}
        >
          Submit {fixed(value)} Hz
        </button>
      </div>
    </Modal>
  );
}

export function GiveUpDialog() {
  return (
    <Modal title="Give up this task?" onClose={close}>
      <p>The episode ends without a prediction. Your mechanism is scored as it stands, and you see the truth.</p>
      <div class="row end">
        <button type="button" onClick={close}>
          Go on playing
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            close();
            giveUp();
          }}
        >
          Give up
        </button>
      </div>
    </Modal>
  );
}
