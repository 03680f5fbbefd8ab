// Time since the episode began. It goes on where it stood after a reload, and
// does not count the time between.

let origin = 0;

/** Begins at `elapsed` milliseconds, 0 for a new episode. */
export function startClock(elapsed = 0): void {
  origin = performance.now() - elapsed;
}

/** Whole milliseconds since the episode began. */
export function elapsedMs(): number {
  return Math.max(0, Math.round(performance.now() - origin));
}
