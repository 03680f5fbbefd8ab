// One line in the room that says what could be done next, for a first episode.

import { signal } from "@preact/signals";
import { observation, playing, screen, watching } from "./store";

const closed = signal(readClosed());

export function Coach() {
  const o = observation.value;
  if (!o || !playing.value || closed.value || watching.value || screen.value !== "play") return null;
  return (
    <div class="coach">
      <p>{advice()}</p>
      <button type="button" class="quiet icon" aria-label="Hide the hints" onClick={close}>
        ✕
      </button>
    </div>
  );
}

function advice(): string {
  const o = observation.value!;
  const { interventions } = o.budget;
  if (o.phase === "reactor") return "The reactor is open. Work out its frequency and submit it.";
  if (interventions.used === 0 && interventions.left > 0) {
    return "Click the manipulator’s crystal to set one property, and see which readings follow.";
  }
  if (interventions.left === 0) return "Write the mechanism down, then predict the reactor’s frequency.";
  return "What moved depends on what you set. Draw an arrow for it on the whiteboard, or set something else.";
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
