// Keeps episodes in IndexedDB, so that a reload goes on where it was. Each tab
// owns one episode: its key is in sessionStorage, and a Web Lock on the key
// notices a duplicated tab, which then goes on with a copy of its own.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Draft } from "./draft";

export interface SavedEpisode {
  key: string;
  /** For the list of unfinished episodes. */
  task: string;
  seed: number;
  step: number;
  done: boolean;
  savedAt: number;
  /** The query string that began it, so that a link begins its own task anew. */
  query: string;
  elapsed: number;
  trajectory: string;
  draft: Draft;
  prediction: string;
  /** Text of the imported suite that the task comes from. */
  imported?: { name: string; text: string };
}

interface Schema extends DBSchema {
  episodes: { key: string; value: SavedEpisode };
}

const tabKey = "causalab.episode";
const leftKey = "causalab.left";
const keptEpisodes = 30;

let database: Promise<IDBPDatabase<Schema>> | null = null;
let refused = false;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("causalab", 1, {
    upgrade: (db) => void db.createObjectStore("episodes", { keyPath: "key" }),
  });
  return database;
}

/** Runs a storage task; calls `onRefused` once if the browser refuses storage. */
async function attempt<T>(task: () => Promise<T>, fallback: T): Promise<T> {
  if (refused) return fallback;
  try {
    return await task();
  } catch {
    refused = true;
    onRefused();
    return fallback;
  }
}

let onRefused: () => void = () => {};

/** Sets what to do when the browser turns out to keep nothing. */
export function whenRefused(f: () => void): void {
  onRefused = f;
}

/** The key of this tab's episode, or null in a new tab. */
export function currentKey(): string | null {
  try {
    return sessionStorage.getItem(tabKey);
  } catch {
    return null;
  }
}

/** Makes a key for a new episode of this tab and takes hold of it. */
export function newKey(): string {
  const key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
  setCurrent(key);
  void lock(key); // nobody else can have it
  return key;
}

/** Takes hold of a key for this tab; false if another tab has it. */
export async function claim(key: string): Promise<boolean> {
  const got = await lock(key);
  if (got) setCurrent(key);
  return got;
}

function setCurrent(key: string): void {
  try {
    sessionStorage.setItem(tabKey, key);
  } catch {
    // Without session storage a reload begins at the start screen.
  }
}

let release: (() => void) | null = null;
let held: string | null = null;

function lock(key: string): Promise<boolean> {
  if (held === key || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`causalab-${key}`, { ifAvailable: true }, (granted) => {
        if (!granted) {
          resolve(false);
          return undefined;
        }
        release?.();
        held = key;
        resolve(true);
        return new Promise<void>((end) => (release = end));
      })
      .catch(() => resolve(true));
  });
}

export async function load(key: string): Promise<SavedEpisode | undefined> {
  const left = takeLeft(key);
  const stored = await attempt(async () => (await open()).get("episodes", key), undefined);
  if (!left || (stored && stored.savedAt > left.savedAt)) return stored;
  save(left);
  return left;
}

/** What this tab left of an episode when its page went, if anything. */
function takeLeft(key: string): SavedEpisode | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(leftKey) ?? "null") as SavedEpisode | null;
    sessionStorage.removeItem(leftKey);
    return left?.key === key ? left : null;
  } catch {
    return null;
  }
}

/** Unfinished episodes, the latest first, without those that another tab holds. */
export function unfinished(): Promise<SavedEpisode[]> {
  return attempt(async () => {
    const all = await (await open()).getAll("episodes");
    const locks = (await navigator.locks?.query())?.held ?? [];
    const elsewhere = new Set(locks.map((l) => l.name));
    return all
      .filter((e) => !e.done && (e.key === held || !elsewhere.has(`causalab-${e.key}`)))
      .sort((a, b) => b.savedAt - a.savedAt);
  }, []);
}

export function forget(key: string): Promise<void> {
  return attempt(async () => (await open()).delete("episodes", key), undefined);
}

let latest: SavedEpisode | null = null;
let waiting: SavedEpisode | null = null;
let writing = false;

/** Writes an episode. While one write is under way only the latest state waits. */
export function save(episode: SavedEpisode): void {
  latest = waiting = episode;
  if (!writing) void writeWaiting();
}

async function writeWaiting(): Promise<void> {
  writing = true;
  while (waiting) {
    const episode = waiting;
    waiting = null;
    await attempt(async () => void (await (await open()).put("episodes", episode)), undefined);
  }
  writing = false;
}

/** Leaves with the tab what is still being written: the database may not finish once the page goes. */
export function leave(): void {
  if (!writing) return;
  try {
    sessionStorage.setItem(leftKey, JSON.stringify(latest));
  } catch {
    // Too large, or not allowed: then what was written before counts.
  }
}

/** Removes the oldest finished and the oldest unfinished beyond what is worth keeping. */
export function prune(): Promise<void> {
  return attempt(async () => {
    const db = await open();
    const all = (await db.getAll("episodes")).sort((a, b) => b.savedAt - a.savedAt);
    for (const old of all.slice(keptEpisodes)) await db.delete("episodes", old.key);
  }, undefined);
}
