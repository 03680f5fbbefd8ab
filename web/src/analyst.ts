// The page's side of the engine in its Worker, which is started when something
// is first asked of it: the first screen does without.

import address from "worker:./engine-worker.ts";
import type { Question, Reply } from "./engine-worker";
import { importedText } from "./session";
import type { Chain, Slip } from "./types";

export interface PlayerInfo {
  name: string;
  title: string;
  description: string;
}

/** A number of graphs; a decimal text where a number would not be exact. */
export type Count = number | string;

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
const knownSuites = new Set<string>();

function ask(door: Question["door"], call: string, ...args: Question["args"]): Promise<string> {
  if (!worker) {
    worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if ("failure" in data) asked?.reject(new Error(data.failure));
      else asked?.resolve(data.answer);
    };
    worker.onerror = (e) => {
      // Nothing will be answered any more; the next question starts another one.
      worker = null;
      knownSuites.clear();
      for (const asked of waiting.values()) asked.reject(new Error(e.message || "The engine could not be started."));
      waiting.clear();
    };
  }
  const id = ++lastId;
  const question: Question = { id, door, call, args };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker!.postMessage(question);
  });
}

async function read<T>(answer: Promise<string>): Promise<T> {
  const value = JSON.parse(await answer) as T & { error?: Slip };
  if (value !== null && typeof value === "object" && value.error) throw new Error(value.error.message);
  return value;
}

/** Hands the engine the file that an imported task is from. */
async function tellSuite(task: string): Promise<void> {
  const name = task.match(/^imported\/([^/]+)\//)?.[1];
  if (name === undefined || knownSuites.has(name)) return;
  const text = importedText(name);
  if (text !== undefined) await read(ask("harness", "import", name, text));
  knownSuites.add(name);
}

export function listPlayers(): Promise<PlayerInfo[]> {
  return read(ask("analysis", "players"));
}

/** How many graphs the measurements of an episode allowed, before the first step
 *  and after each; null with a hidden disturbance, where that is not defined. */
export async function countGraphs(task: string, trajectory: string): Promise<Count[] | null> {
  await tellSuite(task);
  return (await read<{ imec: Count[] | null }>(ask("analysis", "counts", trajectory))).imec;
}

/** The Golden chain for an episode that a start request describes; null if its
 *  task has one of its own. */
export async function makeChain(task: string, request: string): Promise<Chain | null> {
  await tellSuite(task);
  return read(ask("analysis", "chain", request));
}

/** A reference player at one episode. */
export interface Seat {
  /** The text of the next record. */
  next(observation: string): Promise<string>;
  leave(): void;
}

export async function seatPlayer(name: string, seed: number): Promise<Seat> {
  const { player } = await read<{ player: number }>(ask("analysis", "startPlayer", name, seed));
  return {
    next: async (observation) => (await read<{ record: string }>(ask("analysis", "next", player, observation))).record,
    leave: () => void ask("analysis", "stopPlayer", player).catch(() => undefined),
  };
}
