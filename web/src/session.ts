// From a task to a running episode and on to the next: starting, going on after
// a reload, keeping the log, and following what the program reports.

import { effect, untracked } from "@preact/signals";
import { refresh, moveTo, noteOpened } from "./actions";
import { elapsedMs, startClock } from "./clock";
import { resetDraft, showHypothesis, takeEdgeIntent } from "./editing";
import { makeChain } from "./analyst";
import { claim, currentKey, leave, load, newKey, prune, save, whenRefused, type SavedEpisode } from "./persistence";
import { partsOf, queryOf, readQuery, type Query, type Setup } from "./query";
import * as store from "./store";
import type { Header, Hypothesis, Intent, LabObject, Slip, StartRequest, SuiteInfo } from "./types";

let key: string | null = null;
let query = "";
let alias: string | null = null;
/** True while this page starts or resumes, so that its own "started" is no surprise. */
let starting = false;
const importedSuites = new Map<string, string>();

/** Takes up the port, then the task of the query or this tab's kept episode. */
export async function connect(port: Port, asked: Query, search: string): Promise<void> {
  store.port.value = port;
  store.suites.value = JSON.parse(port.suites()) as SuiteInfo[];
  alias = asked.door === "agent" ? (asked.alias ?? "hidden task") : null;
  whenRefused(() =>
    store.toast("This browser keeps nothing for pages like this. You can play; download your log before you leave.", "error"),
  );
  port.subscribe(follow);
  effect(() => port.setDraft(JSON.stringify(store.hypothesis.value)));
  effect(keep);
  watchPerson();
  if (asked.door === "agent") {
    const slip = asked.setup ? await start(asked.setup) : null;
    const why = slip ? [slip.message] : asked.problems.length > 0 ? asked.problems : ["It names no task."];
    if (!store.observation.value) store.failure.value = { title: "The link cannot be followed", detail: why.join(" ") };
    return;
  }
  const own = currentKey();
  const kept = own ? await load(own) : undefined;
  if (kept && (search === "" || kept.query === search) && (await resume(kept))) return;
  const slip = asked.setup ? await start(asked.setup) : null;
  if (slip) store.problems.value = [slip.message];
  if (!store.observation.value) store.screen.value = "picker";
  void prune();
}

/** Starts a task, for a person unless another player is named; answers what is wrong, or null. */
export async function start(setup: Setup, player?: StartRequest["player"]): Promise<Slip | null> {
  const port = store.port.value!;
  const request: StartRequest = {
    task: setup.task,
    options: setup.options,
    seed: setup.seed,
    player: player ?? { kind: store.agentDoor.value ? "program" : "human", name: "" },
    ...(alias === null ? {} : { alias }),
  };
  if (setup.options.evidence === "golden") {
    try {
      const chain = await makeChain(setup.task, JSON.stringify(request));
      if (chain) request.chain = chain;
    } catch (error) {
      return { code: "chain", message: error instanceof Error ? error.message : String(error), path: "options.evidence" };
    }
  }
  starting = true;
  const answer = JSON.parse(port.start(JSON.stringify(request))) as { error?: Slip };
  starting = false;
  if (answer.error) return answer.error;
  store.problems.value = [];
  store.guest.value = null;
  key = null; // what was kept of the episode before stays as it is
  store.setup.value = store.agentDoor.value ? null : setup;
  startClock();
  resetDraft();
  begin();
  query = store.agentDoor.value ? "" : queryOf(setup);
  if (!store.agentDoor.value) history.replaceState(null, "", query);
  if (!store.watching.value && !player) {
    key = newKey();
    keep();
  }
  return null;
}

/** Goes on with a kept episode; false if its log cannot be taken up. */
export async function resume(kept: SavedEpisode): Promise<boolean> {
  const port = store.port.value!;
  if (kept.imported) importSuite(kept.imported.name, kept.imported.text);
  starting = true;
  const answer = JSON.parse(port.resume(kept.trajectory)) as { error?: Slip };
  starting = false;
  if (answer.error) {
    store.toast(`The kept episode cannot be taken up: ${answer.error.message}`, "error");
    return false;
  }
  key = null;
  const h = JSON.parse(port.header()) as Header;
  store.setup.value = { task: h.task, seed: h.seed, options: readQuery(kept.query).setup?.options ?? h.options };
  startClock(Math.max(kept.elapsed, lastTime(kept.trajectory)));
  resetDraft(kept.draft);
  begin();
  store.prediction.value = kept.prediction;
  query = kept.query;
  history.replaceState(null, "", query);
  // A duplicated tab finds the key taken and goes on under one of its own.
  key = (await claim(kept.key)) ? kept.key : newKey();
  keep();
  return true;
}

function begin(): void {
  store.result.value = null;
  store.slips.value = [];
  store.prediction.value = "";
  store.manipulatorOpen.value = false;
  store.dialog.value = null;
  store.tab.value = "notebook";
  refresh();
  store.screen.value = store.done.value ? "end" : "play";
}

function lastTime(trajectory: string): number {
  const times = [...trajectory.matchAll(/"t_ms":(\d+)/g)].map((m) => Number(m[1]));
  return times.length > 0 ? Math.max(...times) : 0;
}

/** Adds a suite from a file's text; answers its row or what is wrong. */
export function importSuite(name: string, text: string): SuiteInfo | Slip {
  const port = store.port.value!;
  const answer = JSON.parse(port.importSuite(name.replace(/^imported\//, ""), text)) as SuiteInfo & { error?: Slip };
  if (answer.error) return answer.error;
  importedSuites.set(answer.name, text);
  store.suites.value = JSON.parse(port.suites()) as SuiteInfo[];
  return answer;
}

/** The text of an imported suite, by its name without "imported/". */
export function importedText(name: string): string | undefined {
  return importedSuites.get(`imported/${name}`);
}

/** Writes the episode as it is now. Runs again when the log or the draft changes. */
function keep(): void {
  const o = store.observation.value;
  const draft = store.draft.value;
  const prediction = store.prediction.value;
  if (!o || !key || store.watching.value) return;
  const owner = key;
  untracked(() => {
    const h = store.header.value!;
    const suite = partsOf(h.task)?.suite ?? "";
    const text = importedSuites.get(suite);
    save({
      key: owner,
      task: h.task,
      seed: h.seed,
      step: o.step,
      done: o.phase === "done",
      savedAt: Date.now(),
      query,
      elapsed: elapsedMs(),
      trajectory: store.port.value!.trajectory(),
      draft,
      prediction,
      ...(text === undefined ? {} : { imported: { name: suite, text } }),
    });
  });
}

/** A door may take thousands of steps in a row; the page draws what stands after this many milliseconds. */
const drawEvery = 16;
let pending = 0;
let begunByDoor = false;
let statedByDoor: string | null = null;

function refreshSoon(): void {
  pending ||= window.setTimeout(catchUp, drawEvery);
}

function catchUp(): void {
  pending = 0;
  if (begunByDoor) {
    begunByDoor = false;
    key = null;
    store.setup.value = null;
    startClock();
    resetDraft();
    begin();
  } else {
    refresh();
  }
  const stated = statedByDoor;
  statedByDoor = null;
  if (stated !== null) showHypothesis(JSON.parse(stated) as Hypothesis);
}

/** What the program reports, whoever caused it: this page, a door or the canvas. */
function follow(event: string, json: string): void {
  if (event === "objects") {
    store.objects.value = JSON.parse(json) as LabObject[];
  } else if (event === "intent") {
    followIntent(JSON.parse(json) as Intent);
  } else if (event === "draft") {
    statedByDoor = json;
    refreshSoon();
  } else if (event === "started") {
    if (starting) return;
    begunByDoor = true;
    refreshSoon();
  } else if (event === "observation" || event === "ended") {
    refreshSoon();
  }
}

function followIntent(intent: Intent): void {
  if (intent.kind === "edge") takeEdgeIntent(intent);
  else if (intent.kind === "arrived") {
    if (store.observation.value?.place && !store.watching.value) moveTo(intent.place);
  } else openObject(intent.object);
}

/** Opens what belongs to an object of the lab. */
export function openObject(object: string): void {
  if (object === "manipulator") {
    if (store.playing.value) {
      store.slips.value = [];
      store.manipulatorOpen.value = true;
      noteOpened("manipulator");
    }
  } else if (object === "archive") openTab("notebook");
  else if (object === "whiteboard") openTab("hypothesis");
  else if (object === "reactor") openTab("reactor");
}

export function openTab(tab: store.Tab): void {
  if (store.tab.value !== tab) noteOpened(tab);
  store.tab.value = tab;
}

/** Logs when the person leaves the page, comes back, or resizes it. */
function watchPerson(): void {
  let away = false;
  const note = (type: string, payload: object) => {
    if (store.playing.value && !store.watching.value) {
      store.port.value!.note(type, JSON.stringify(payload), elapsedMs());
      keep();
    }
  };
  const look = () => {
    // Focus that moves into the room's frame blurs the window but stays in the page.
    const gone = document.visibilityState === "hidden" || !document.hasFocus();
    if (gone === away) return;
    away = gone;
    note(gone ? "blur" : "focus", { visible: document.visibilityState === "visible" });
  };
  addEventListener("blur", () => setTimeout(look));
  addEventListener("focus", () => setTimeout(look));
  document.addEventListener("visibilitychange", look);
  let timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = window.setTimeout(
      () => note("resize", { width: innerWidth, height: innerHeight, pixel_ratio: devicePixelRatio }),
      400,
    );
  });
  addEventListener("pagehide", () => {
    keep();
    leave();
  });
}
