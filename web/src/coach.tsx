// One line above the panels that says what could be done next, for a first episode.

import { signal } from "@preact/signals";
import { draft, hypothesis, observation, playing, quadratic, screen, watching } from "./store";
import { FREQUENCY, type Observation } from "./types";

const closed = signal(readClosed());

export function Coach() {
  const o = observation.value;
  if (!o || !playing.value || closed.value || watching.value || screen.value !== "play") return null;
  const words = advice(o);
  if (!words) return null;
  return (
    <div class="coach">
      <p>{words}</p>
      <button type="button" class="quiet icon" aria-label="Hide the hints" onClick={close}>
        ✕
      </button>
    </div>
  );
}

/** What to do next, or null when the player is under way. */
function advice(o: Observation): string | null {
  const { interventions } = o.budget;
  if (o.phase === "reactor") return "The reactor is open. Work out its frequency and submit it.";
  if (interventions.used === 0 && interventions.left > 0) {
    return o.place && o.place !== "manipulator"
      ? "Walk to the manipulator by a click on it; a walk to another place is a step. There you can set a property."
      : "Click the manipulator’s crystal to set one property, and see which readings follow.";
  }
  const { edges } = draft.value;
  if (edges.length === 0 && interventions.left > 0 && o.family === "linear-hidden") {
    return "Something unmeasured may push readings about as well: set the same thing again to see what comes of it alone.";
  }
  if (edges.length === 0) {
    return interventions.left === 0
      ? "Write the mechanism down, then predict the reactor’s frequency."
      : "What moved depends on what you set, directly or through another. Set others too, then draw the arrows.";
  }
  if (edges.some((e) => e.to === FREQUENCY) && Object.values(hypothesis.value.coefficients).some((c) => c === null)) {
    return quadratic.value
      ? "Now the numbers: two for each cause. Three values of the cause, the others kept, give both."
      : "Now the numbers: a coefficient is how far the frequency moves when this cause moves by 1 and the others stay.";
  }
  return null;
}

function readClosed(): boolean {
  try {
    return localStorage.getItem("causalab.hints") === "off";
  } catch {
    return false;
  }
}

function close(): void {
  closed.value = true;
  try {
    localStorage.setItem("causalab.hints", "off");
  } catch {
    // The hints then come back with the next page.
  }
}
