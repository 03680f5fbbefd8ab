// The bar above the panels while a reference player plays: what it says, and how
// fast it goes.

import { Choice } from "./fields";
import { paces, setPace, stepOnce, stopWatching } from "./guest";
import { guest, playing } from "./store";

export function WatchBar() {
  const g = guest.value;
  if (!g || !playing.value) return null;
  return (
    <section class="watch" aria-label={`${g.title} plays`}>
      <p aria-live="polite">{g.thought || `${g.title} looks at the records.`}</p>
      <div class="row">
        <button type="button" onClick={() => setPace({ paused: !g.paused })}>
          {g.paused ? "Go on" : "Pause"}
        </button>
        <button type="button" disabled={!g.paused} onClick={stepOnce}>
          One step
        </button>
        <Choice
          label="Pace"
          value={String(g.pace)}
          choices={paces.map((p) => ({ value: String(p.pace), label: p.title }))}
          onChange={(pace) => setPace({ pace: Number(pace) })}
        />
        <button type="button" class="quiet" onClick={stopWatching}>
          Stop
        </button>
      </div>
    </section>
  );
}
