// What the page knows, as signals. Panels read these; they change them only
// through actions.ts and editing.ts.

import { computed, signal } from "@preact/signals";
import { emptyDraft, hypothesisOf, type Draft } from "./draft";
import type { Setup } from "./query";
import type { GameResult } from "./result";
import type { Header, LabObject, Observation, Slip, SuiteInfo } from "./types";

export type Screen = "picker" | "play" | "end";
export type Tab = "notebook" | "plot" | "hypothesis" | "reactor";
export type Dialog = "help" | "submit" | "give-up" | "welcome";

/** Why the program could not be started, or null. */
export interface Failure {
  title: string;
  detail: string;
}

export const port = signal<Port | null>(null);
export const failure = signal<Failure | null>(null);
export const suites = signal<SuiteInfo[]>([]);
/** The suite of a file that was dropped on the page, for the start screen to choose. */
export const droppedSuite = signal<string | null>(null);

/** Why the link that opened the page cannot be followed, a sentence each. */
export const problems = signal<readonly string[]>([]);

export const screen = signal<Screen>("picker");
export const observation = signal<Observation | null>(null);
export const header = signal<Header | null>(null);
export const result = signal<GameResult | null>(null);
/** The setup that was asked for: header has it completed by the protocol. */
export const setup = signal<Setup | null>(null);
/** Opened for a program: names stay hidden and nothing is kept. */
export const agentDoor = signal(false);

/** A reference player that plays the episode while a person watches. */
export interface Guest {
  title: string;
  /** What it says of its last step. */
  thought: string;
  paused: boolean;
  /** Milliseconds between two steps. */
  pace: number;
}
export const guest = signal<Guest | null>(null);

/** Somebody else plays: the panels show, and take nothing. */
export const watching = computed(() => agentDoor.value || guest.value !== null);

export const draft = signal<Draft>(emptyDraft);
export const past = signal<Draft[]>([]);
export const future = signal<Draft[]>([]);

export const tab = signal<Tab>("notebook");
export const manipulatorOpen = signal(false);
export const dialog = signal<Dialog | null>(null);
export const prediction = signal("");
/** Slips of the last attempt to act, until the next one. */
export const slips = signal<Slip[]>([]);
export const objects = signal<LabObject[]>([]);
/** Spoken by screen readers when it changes. */
export const announcement = signal("");

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
  /** Offers the log for download beside the text. */
  log?: boolean;
}
export const toasts = signal<Toast[]>([]);

export const quadratic = computed(() => observation.value?.family.startsWith("quadratic") ?? false);
export const hypothesis = computed(() =>
  hypothesisOf(draft.value, observation.value?.variables ?? [], quadratic.value),
);
export const done = computed(() => observation.value?.phase === "done");
export const playing = computed(() => observation.value !== null && !done.value);

let lastToast = 0;

/** Shows a message for a while; errors stay until they are closed. */
export function toast(text: string, kind: Toast["kind"] = "info", log = false): void {
  if (toasts.value.some((t) => t.text === text)) return;
  const id = ++lastToast;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, log }];
  if (kind === "info") setTimeout(() => closeToast(id), 7000);
}

export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((t) => t.id !== id);
}
