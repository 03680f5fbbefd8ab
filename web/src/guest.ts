// A reference player at the table: it decides in the engine's Worker, and its
// records are played here like anybody's, so that a person can watch.

import { seatPlayer, type PlayerInfo, type Seat } from "./analyst";
import { refresh } from "./actions";
import { elapsedMs } from "./clock";
import { showHypothesis } from "./editing";
import type { Setup } from "./query";
import { start } from "./session";
import { done, guest, observation, port, screen, toast } from "./store";
import type { DslRecord, Slip } from "./types";

export const paces = [
  { title: "slow", pace: 5000 },
  { title: "steady", pace: 2500 },
  { title: "fast", pace: 400 },
  { title: "at once", pace: 0 },
] as const;

let seat: Seat | null = null;
/** Ends the pause between two steps early. */
let wake: (() => void) | null = null;

/** Starts the task with a player at it; answers what is wrong, or null. */
export async function watch(setup: Setup, player: PlayerInfo): Promise<Slip | null> {
  const mine = await seatPlayer(player.name, setup.seed);
  leave();
  const slip = await start(setup, { kind: "reference", name: player.name });
  if (slip) {
    mine.leave();
    return slip;
  }
  seat = mine;
  guest.value = { title: player.title, thought: "", paused: false, pace: 2500 };
  void play(mine);
  return null;
}

/** Plays to the end, as long as this player keeps its seat. */
async function play(mine: Seat): Promise<void> {
  try {
    while (!done.value) {
      await pause();
      if (seat !== mine) return;
      await takeTurn(mine);
    }
  } catch (error) {
    toast(`The player stopped: ${error instanceof Error ? error.message : String(error)}`, "error");
  }
  if (seat === mine) leave();
}

async function takeTurn(mine: Seat): Promise<void> {
  const text = await mine.next(port.value!.observe());
  if (seat !== mine || !guest.value) return;
  port.value!.step(text, elapsedMs());
  refresh();
  const record = JSON.parse(text) as DslRecord;
  showHypothesis(record.hypothesis);
  guest.value = { ...guest.value, thought: record.thought };
  // A refused record would only be played again and again.
  const error = observation.value?.last_error;
  if (error) throw new Error(error.message);
}

/** Waits for the pace, and for as long as the person has it paused. */
async function pause(): Promise<void> {
  const g = guest.value;
  if (!g) return;
  await new Promise<void>((resolve) => {
    wake = resolve;
    if (!g.paused) setTimeout(resolve, g.pace);
  });
  wake = null;
}

/** Changes pace or stops between two steps. */
export function setPace(change: { paused?: boolean; pace?: number }): void {
  if (!guest.value) return;
  guest.value = { ...guest.value, ...change };
  if (change.paused === false) wake?.();
}

/** One step while paused. */
export function stepOnce(): void {
  wake?.();
}

/** Sends the player away; the episode stays as it is. */
export function leave(): void {
  const left = seat;
  seat = null;
  guest.value = null;
  wake?.();
  left?.leave();
}

/** Sends the player away and goes back to the choice of tasks. */
export function stopWatching(): void {
  leave();
  screen.value = "picker";
}
