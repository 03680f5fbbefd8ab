// The agent's door leaks nothing: a task with numbers that occur nowhere else is
// played behind it, and all that a program can reach is searched for them.

import type { Page } from "@playwright/test";
import type { PlayerRecord, State } from "../bridge";
import { expect, open, test, truthOf } from "./lab";

const planted = "planted_suite";
const task = `imported/${planted}/0-v1`;

/** A task whose coefficients, bases and texts are found nowhere else. */
function plantedSuite(): string {
  const node = (name: string, more: object) => ({
    is_controllable: name !== "resonanceFreq" && name !== "viscosity", // which keeps its planted base
    observable: true,
    property_name: name,
    display_name: name === "resonanceFreq" ? "Resonance Frequency (Hz)" : name[0]!.toUpperCase() + name.slice(1),
    base_value: { type: "uniform", min: 15, max: 45 },
    ...more,
  });
  return JSON.stringify({
    graph_id: "planted_graph",
    description: "planted description",
    nodes: {
      resonanceFreq: node("resonanceFreq", { computation: "base_freq + coeff_viscosity_freq * viscosity + coeff_elasticity_freq * elasticity" }),
      viscosity: node("viscosity", { computation: "base_viscosity + coeff_elasticity_viscosity * elasticity" }),
      elasticity: node("elasticity", { computation: "base_elasticity + coeff_porosity_elasticity * porosity" }),
      porosity: node("porosity", {}),
    },
    edges: [
      { from: "viscosity", to: "resonanceFreq" },
      { from: "elasticity", to: "resonanceFreq" },
      { from: "elasticity", to: "viscosity" },
      { from: "porosity", to: "elasticity" },
    ],
    params: {
      base_freq: 13.7717, coeff_viscosity_freq: 7.3191, coeff_elasticity_freq: 5.2713,
      base_viscosity: 17.1931, coeff_elasticity_viscosity: 2.9173, base_elasticity: 19.3717,
      coeff_porosity_elasticity: 3.6197, base_porosity: 21.4913,
    },
    hidden_variable: {
      enabled: true, name: "H", observable: false, is_controllable: false, initial_value: 0,
      value_space: [-4.7391, 0, 4.7391], edge_weight: 1, affected_nodes: ["viscosity"],
      edges: [{ from: "H", to: "viscosity", weight: 1 }],
    },
    budget: 12,
  });
}

/** Gives every page the planted suite: as it gets its port, before it starts the task of its address. */
async function plant(page: Page): Promise<void> {
  await page.addInitScript(
    ([name, text]) => {
      addEventListener("causalab-port", (e) => void (e as CustomEvent<Port>).detail.importSuite(name, text), true);
    },
    [planted, plantedSuite()] as const,
  );
}

/** What must not be found: texts, and numbers whether as number or as text. */
function secretsOf(state: State): { texts: string[]; numbers: number[] } {
  const numbers = [13.7717, 7.3191, 5.2713, 17.1931, 2.9173, 19.3717, 3.6197, 21.4913, 4.7391, state.reactor.values["resonanceFreq"]!];
  const texts = [planted, "planted_graph", "planted description", "hidden_variable", "affected"];
  for (const { from, to } of state.truth.edges) {
    texts.push(`${from}>${to}`, `${from} -> ${to}`, `${from}->${to}`, `${from} → ${to}`, `"from":"${from}","to":"${to}"`);
    texts.push(`coeff_${from}_${to}`, `c_${from}*${from}`);
  }
  return { texts, numbers };
}

interface Found {
  path: string;
  secret: string;
}

interface Walk {
  found: Found[];
  /** How many values were looked at. */
  looked: number;
}

/**
 * Walks in the page over all that can be reached from the window's own new
 * globals, the agent, the room's window and what the browser keeps, and looks
 * for secrets in names, texts and numbers. Extra texts are searched as well.
 */
function walk(page: Page, secrets: ReturnType<typeof secretsOf>, extra: string[]): Promise<Walk> {
  return page.evaluate(
    async ([texts, numbers, more]) => {
      const found: { path: string; secret: string }[] = [];
      let looked = 0;
      const wanted = [...texts, ...numbers.map(String)].map((t) => t.toLowerCase());
      const searchText = (path: string, text: string) => {
        looked++;
        const low = text.toLowerCase();
        for (const w of wanted) if (low.includes(w)) found.push({ path, secret: `${w} in ${text.slice(0, 200)}` });
      };
      const searchNumber = (path: string, n: number) => {
        looked++;
        for (const w of numbers) if (Math.abs(n - w) < 1e-9 || Math.abs(n + w) < 1e-9) found.push({ path, secret: String(w) });
      };
      const seen = new WeakSet<object>();
      // Built-in objects of each window lead to nothing of ours, but to everything of the browser's.
      const builtIn = (w: Window) => {
        for (const name of Object.getOwnPropertyNames(w)) {
          if (fresh(w).includes(name)) continue;
          try {
            const value = (w as unknown as Record<string, unknown>)[name];
            if (value !== null && (typeof value === "object" || typeof value === "function")) seen.add(value);
            const prototype = typeof value === "function" ? (value as { prototype?: object }).prototype : undefined;
            if (prototype) seen.add(prototype);
          } catch {
            // A property that may not be read tells nothing.
          }
        }
      };
      const blank = document.body.appendChild(document.createElement("iframe"));
      const usual = new Set(Object.getOwnPropertyNames(blank.contentWindow!));
      blank.remove();
      const fresh = (w: Window) => Object.getOwnPropertyNames(w).filter((n) => !usual.has(n) && !/^\d+$/.test(n));
      const room = document.querySelector<HTMLIFrameElement>("#room")!.contentWindow!;
      builtIn(window);
      builtIn(room);

      const queue: { path: string; value: unknown }[] = [];
      const push = (path: string, value: unknown) => queue.push({ path, value });
      push("agent", await window.causalab.agent());
      for (const name of fresh(window)) push(`window.${name}`, (window as unknown as Record<string, unknown>)[name]);
      for (const name of fresh(room)) push(`room.${name}`, (room as unknown as Record<string, unknown>)[name]);
      for (const w of [window, room] as Window[]) {
        const at = w === window ? "window" : "room";
        push(`${at}.name`, w.name);
        push(`${at}.history.state`, w.history.state);
        push(`${at}.location`, w.location.href);
        push(`${at}.referrer`, w.document.referrer);
        push(`${at}.title`, w.document.title);
        push(`${at}.cookie`, w.document.cookie);
        push(`${at}.html`, w.document.documentElement.outerHTML);
        push(`${at}.localStorage`, JSON.stringify({ ...w.localStorage }));
        push(`${at}.sessionStorage`, JSON.stringify({ ...w.sessionStorage }));
        push(`${at}.performance`, JSON.stringify(w.performance.getEntries()));
        push(`${at}.timing`, JSON.stringify(w.performance));
        const navigation = (w as unknown as { navigation?: { entries(): { url: string; getState(): unknown }[]; activation?: { from?: { url: string } } } }).navigation;
        for (const entry of navigation?.entries() ?? []) {
          push(`${at}.navigation.entry`, entry.url);
          push(`${at}.navigation.entry.state`, JSON.stringify(entry.getState()));
        }
        push(`${at}.navigation.from`, navigation?.activation?.from?.url ?? "");
        for (const field of w.document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")) push(`${at}.field`, field.value);
      }
      for (const db of await indexedDB.databases()) {
        push("indexedDB", db.name);
        const opened = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(db.name!);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of opened.objectStoreNames) {
          const rows = await new Promise<unknown[]>((resolve, reject) => {
            const request = opened.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          push(`indexedDB.${store}`, JSON.stringify(rows));
        }
        opened.close();
      }
      for (const name of await caches.keys().catch(() => [])) push("caches", name);
      for (const lock of (await navigator.locks.query()).held ?? []) push("locks", lock.name);
      more.forEach((text, i) => push(`extra ${i}`, text));

      while (queue.length > 0) {
        const { path, value } = queue.pop()!;
        if (typeof value === "string") searchText(path, value);
        else if (typeof value === "number") searchNumber(path, value);
        else if (typeof value === "symbol") searchText(path, String(value.description));
        else if (value !== null && (typeof value === "object" || typeof value === "function")) {
          if (seen.has(value) || value instanceof Node || value === window || value === room) continue;
          seen.add(value);
          looked++;
          if (typeof value === "function") searchText(`${path} as text`, Function.prototype.toString.call(value));
          if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
            const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
            searchText(path, new TextDecoder("latin1").decode(bytes));
            continue;
          }
          for (const key of Reflect.ownKeys(value)) {
            const at = `${path}.${String(key)}`;
            searchText(`${at} (name)`, String(key));
            try {
              push(at, Reflect.get(value, key));
            } catch {
              // Getters of prototypes want another object.
            }
          }
          push(`${path}.[[Prototype]]`, Object.getPrototypeOf(value));
          if (value instanceof Map || value instanceof Set) push(`${path}.entries`, [...value]);
        }
      }
      return { found, looked };
    },
    [secrets.texts, secrets.numbers, extra] as const,
  );
}

/** Plays through the agent's door: records of all kinds, refusals and misuse; all that was answered, as text. */
function playBehindDoor(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const agent = await window.causalab.agent();
    const told: string[] = [];
    const tell = (x: unknown) => void told.push(typeof x === "string" ? x : JSON.stringify(x));
    const act = (record: unknown) => {
      try {
        tell(agent.act(record as PlayerRecord));
      } catch (error) {
        const e = error as { name: string; message: string; stack?: string; code?: string; path?: string };
        tell([e.name, e.message, e.stack, e.code, e.path]);
      }
      const prompt = agent.prompt();
      tell(prompt.system);
      tell(prompt.user);
      tell(agent.observe());
    };
    const nothing = { edges: [], freq_equation: "", coefficients: {} };
    tell(agent.schema);
    act({ hypothesis: nothing });
    for (const name of ["porosity", "viscosity", "elasticity"]) {
      act({ hypothesis: nothing, experiment: { target_prop: name, target_value: 44 }, action: "intervene" });
    }
    // Wrong beliefs, in words of the player's own: none of the true arrows.
    const wrong = { edges: [{ from: "porosity", to: "resonanceFreq" }], freq_equation: "resonanceFreq = 2 + 3*porosity", coefficients: {} };
    act({ hypothesis: wrong });
    act({ hypothesis: { ...wrong, edges: [{ from: "porosity", to: "porosity" }] } });
    act({ hypothesis: { ...wrong, edges: [{ from: "none", to: "H" }] } });
    act({ hypothesis: wrong, experiment: { target_prop: "H", target_value: 1 }, action: "intervene" });
    act({ hypothesis: wrong, experiment: { target_prop: "resonanceFreq", target_value: 1 }, action: "intervene" });
    act({ hypothesis: wrong, action: "open_reactor" });
    act({ hypothesis: wrong, action: "cheat" });
    act("not a record");
    act(undefined);
    act(null);
    act({ hypothesis: NaN });
    return told;
  });
}

for (const options of ["", "&protocol=released", "&verification=required&embodied=on"]) {
  test(`nothing behind the agent's door tells the truth${options && ` (${options.slice(1)})`}`, async ({ page, context }) => {
    const harness = await context.newPage();
    await plant(harness);
    await open(harness);
    const state = await truthOf(harness, task);
    const secrets = secretsOf(state);
    await harness.close();

    await plant(page);
    await open(page, `?door=agent&task=${task}${options}&alias=task%20A`);
    expect(page.url()).toMatch(/\?door=agent$/);
    const answers = await playBehindDoor(page);
    expect(answers.join("\n")).toContain("porosity"); // it is this task that was played
    const { found, looked } = await walk(page, secrets, answers);
    expect(looked).toBeGreaterThan(500);
    expect(found).toEqual([]);
    // The same search does find the truth where it is.
    const searched = await walk(page, secrets, [JSON.stringify(state)]);
    const kinds = new Set(searched.found.map((f) => f.secret.split(" in ")[0]!));
    // The bases of properties that can be set are the crystals' own, so those of the file are nowhere.
    for (const n of secrets.numbers) if (n !== 19.3717 && n !== 21.4913) expect([...kinds]).toContain(String(n));
    expect([...kinds]).toContain(planted);
  });
}

test("the page for a program keeps nothing and shows no task's name", async ({ page }) => {
  await open(page, "?door=agent&suite=4nodes&index=17&seed=3");
  await playBehindDoor(page);
  const { found } = await walk(page, { texts: ["4nodes", "17-v1", "index=17", "seed=3"], numbers: [] }, []);
  expect(found).toEqual([]);
  await page.reload();
  await page.evaluate(() => window.causalab.ready);
  expect(await page.evaluate(() => Object.keys(window.causalab).sort())).toEqual(["agent", "ready"]);
  await expect(page.getByRole("alert")).toContainText("It names no task.");
});
