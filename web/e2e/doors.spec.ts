// The two doors of the page, window.causalab, and a person who watches.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Hypothesis, PlayerRecord, Truth } from "../bridge";
import { expect, expectReplays, names, object, observe, open, tab, test, truthOf } from "./lab";

const nothing: Hypothesis = { edges: [], freq_equation: "", coefficients: {} };

/** The true mechanism, stated as a player would. */
function statedOf(truth: Truth): Hypothesis {
  const frequency = truth.mechanisms.find((m) => m.name === "resonanceFreq")!;
  const coefficients: Record<string, number> = { base: frequency.base! };
  const terms = frequency.terms.map((t) => {
    coefficients[`c_${t.parent}`] = t.weight;
    return `c_${t.parent}*${t.parent}`;
  });
  return { edges: truth.edges, freq_equation: `resonanceFreq = ${["base", ...terms].join(" + ")}`, coefficients };
}

test("the harness's door plays whole episodes", async ({ page, folder }) => {
  await open(page);
  const task = "causalab/5nodes/3-v1";
  const { truth, reactor } = await truthOf(page, task, { seed: 7 });
  const played = await page.evaluate(
    async ([id, hypothesis, hz]) => {
      const env = await window.causalab.make(id, { seed: 7, budget: "3o5i", player: { kind: "program", name: "test" } });
      const begun = env.reset();
      const first = env.step({ hypothesis: { edges: [], freq_equation: "", coefficients: {} } });
      const refused = env.step("no record at all");
      const [property] = begun.observation.variables;
      const intervene = { hypothesis, experiment: { target_prop: property!.name, target_value: 42 }, action: "intervene" as const };
      const batch = env.batch([intervene, "{", JSON.stringify(intervene)]);
      const score = await env.score();
      const state = env.state();
      const last = env.step({ hypothesis, action: "submit", value: hz });
      const log = env.trajectory();
      const again = env.reset({ seed: 8, options: { interventions: 1 } });
      env.close();
      return { begun, first, refused, batch, score, state, last, log, again, task: env.task };
    },
    [task, statedOf(truth), reactor.values["resonanceFreq"]!] as const,
  );
  expect(played.task).toBe(task);
  expect(played.begun.info).toMatchObject({ task, seed: 7, options: { observations: 3, interventions: 5 } });
  expect(played.begun.observation).toMatchObject({ task, step: 0, phase: "experiment", last_error: null });
  expect(played.begun.observation.records).toHaveLength(4);
  expect(played.first).toMatchObject({ reward: 0, terminated: false, truncated: false, info: {} });
  expect(played.first.observation.step).toBe(1);
  expect(played.refused.observation.last_error).toMatchObject({ code: expect.any(String), message: expect.any(String), path: "" });
  expect(played.refused.observation).toMatchObject({ step: 1, retries_left: 2 });
  expect(played.batch).toMatchObject({ taken: 3, refused: [{ index: 1 }], terminated: false });
  expect(played.batch.observation.budget.interventions).toEqual({ used: 2, left: 3 });
  expect(played.score).toMatchObject({ accuracy: 1, scores: { edge_f1: 1, shd: 0, freq_weight_f1: 1 } });
  expect(played.score.imec).toHaveLength(played.batch.observation.step + 1);
  expect(played.state.truth.edges).toEqual(truth.edges);
  expect(played.last).toMatchObject({ reward: 1, terminated: true, truncated: false });
  expect(played.last.info).toMatchObject({ outcome: "submitted", accuracy: 1, exact: 1, error_hz: 0 });
  expect(played.again.info).toMatchObject({ seed: 8, options: { observations: 3, interventions: 1 } });
  const file = join(folder, "log.jsonl");
  await writeFile(file, played.log);
  await expectReplays(file);
});

test("the harness's door truncates, and its batch stops there", async ({ page }) => {
  await open(page);
  const out = await page.evaluate(async (hypothesis) => {
    const env = await window.causalab.make("causalab/3nodes/0-v1", { steps: 2, watch: false });
    env.reset();
    return env.batch([{ hypothesis }, { hypothesis }, { hypothesis }]);
  }, nothing);
  expect(out).toMatchObject({ taken: 2, terminated: false, truncated: true, reward: 0, info: { outcome: "truncated" } });
});

test("misuse of a door is a CausalabError with code, message and path, and nothing more", async ({ page }) => {
  await open(page);
  const found = await page.evaluate(async (hypothesis) => {
    const lab = window.causalab;
    const record = { hypothesis } as PlayerRecord;
    const circle: Record<string, unknown> = {};
    circle["circle"] = circle;
    const garbage: unknown[] = [
      undefined, null, true, -1, 0, NaN, Infinity, 1e308, 10n, "", "{", "[]", "null", "\u0000\u001e", "x".repeat(100_000), [], [null], {},
      { hypothesis: 3 }, circle, () => 1, Symbol("s"), new Date(NaN), new Map(), new Proxy({}, { get() { throw new TypeError("trap"); } }),
    ];
    const wrong: string[] = [];
    const codes = new Set<string>();
    const attempt = async (what: string, f: () => unknown) => {
      try {
        await f();
      } catch (error) {
        if (error instanceof lab.CausalabError && error.code !== "" && error.message !== "" && typeof error.path === "string") {
          codes.add(error.code);
          if (error.code === "internal") wrong.push(`${what}: ${error.message}`);
        } else {
          wrong.push(`${what} throws ${String(error)}`);
        }
      }
    };
    const loose = lab as unknown as Record<string, (...a: unknown[]) => unknown>;
    const env = await lab.make("causalab/3nodes/0-v1", { watch: true });
    env.reset();
    const agent = await lab.agent();
    const doors: [string, Record<string, unknown>][] = [
      ["causalab", lab as unknown as Record<string, unknown>],
      ["env", env as unknown as Record<string, unknown>],
      ["agent", agent as unknown as Record<string, unknown>],
    ];
    for (const [door, of] of doors) {
      for (const name of Object.keys(of)) {
        if (typeof of[name] !== "function" || name === "CausalabError" || name === "close") continue;
        for (const [i, g] of garbage.entries()) {
          await attempt(`${door}.${name}(garbage ${i})`, () => (of[name] as (...a: unknown[]) => unknown)(g));
          await attempt(`${door}.${name}(garbage ${i} twice)`, () => (of[name] as (...a: unknown[]) => unknown)(g, g));
        }
      }
    }
    for (const g of garbage) {
      await attempt("make(3nodes, garbage)", () => loose["make"]!("causalab/3nodes/0-v1", g));
      await attempt("on(observation, garbage)", () => loose["on"]!("observation", g));
      await attempt("importSuite(name, garbage)", () => loose["importSuite"]!("name", g));
    }
    // Each of these has to be refused, with the code that says why.
    const refusals: Record<string, string> = {};
    const refused = async (what: string, f: () => unknown) => {
      try {
        await f();
        refusals[what] = "not refused";
      } catch (error) {
        refusals[what] = (error as { code: string }).code;
      }
    };
    await refused("unknown task", () => lab.make("causalab/none/0-v1"));
    await refused("index beyond the suite", () => lab.make("causalab/3nodes/50-v1"));
    await refused("another version", () => lab.make("causalab/3nodes/0-v2"));
    await refused("unknown option", () => loose["make"]!("causalab/3nodes/0-v1", { colour: "red" }));
    await refused("bad option", () => loose["make"]!("causalab/3nodes/0-v1", { protocol: "mine" }));
    await refused("negative seed", () => lab.make("causalab/3nodes/0-v1", { seed: -1 }));
    await refused("seed NaN", () => lab.make("causalab/3nodes/0-v1", { seed: NaN }));
    await refused("no event", () => loose["on"]!("ending", () => 1));
    const fresh = await lab.make("causalab/3nodes/0-v1", { watch: false });
    await refused("step before reset", () => fresh.step(record));
    fresh.reset();
    fresh.step({ hypothesis, action: "give_up" });
    await refused("step after the end", () => fresh.step(record));
    await refused("empty batch", () => (fresh.reset(), fresh.batch([])));
    fresh.close();
    fresh.close();
    await refused("step after close", () => fresh.step(record));
    // And after all of that the lab still plays.
    const begun = env.reset({ seed: 4 });
    const after = env.step({ hypothesis, experiment: { target_prop: begun.observation.variables[0]!.name, target_value: 7 }, action: "intervene" });
    const seen = (await lab.agent()).act({ hypothesis });
    return { wrong, codes: [...codes].sort(), refusals, after: after.observation.budget.interventions.used, seen: seen.step };
  }, nothing);
  expect(found.wrong).toEqual([]);
  expect(found.refusals).toEqual({
    "unknown task": "unknown_task",
    "index beyond the suite": "unknown_task",
    "another version": "unknown_task",
    "unknown option": "bad_request",
    "bad option": "bad_option",
    "negative seed": "bad_request",
    "seed NaN": "bad_request",
    "no event": "bad_request",
    "step before reset": "closed",
    "step after the end": "episode_ended",
    "empty batch": "bad_request",
    "step after close": "closed",
  });
  expect(found.after).toBe(1);
  expect(found.seen).toBe(2);
});

test("the agent's door plays an episode and a person watches", async ({ page }) => {
  await open(page, "?door=agent&suite=4nodes&index=17&seed=3&alias=task%20A");
  await expect(page.getByText("a program plays")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(window.causalab).sort())).toEqual(["agent", "ready"]);
  const act = (record: PlayerRecord) => page.evaluate(async (r) => (await window.causalab.agent()).act(r), record);

  const begun = await observe(page);
  expect(begun).toMatchObject({ task: "task A", step: 0 });
  const { system, user } = await page.evaluate(async () => (await window.causalab.agent()).prompt());
  expect(system.length).toBeGreaterThan(1000);
  expect(user).toContain(begun.records[0]!.freq!.toFixed(2).replace(/\.?0+$/, ""));
  const schema = await page.evaluate(async () => (await window.causalab.agent()).schema);
  expect(Object.keys(schema).sort()).toEqual(["observation", "record"]);

  const [a, b] = [begun.variables[0]!.name, begun.variables[1]!.name];
  const edges = [{ from: a, to: "resonanceFreq" }, { from: b, to: a }];
  const hypothesis = { edges, freq_equation: `resonanceFreq = base + 2*${a}`, coefficients: { base: 17 } };

  await test.step("budget, notebook and whiteboard follow", async () => {
    const seen = await act({ hypothesis, experiment: { target_prop: a, target_value: 5 }, action: "intervene" });
    expect(seen.last_error).toBeNull();
    await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("11 left");
    await expect(page.getByRole("row").filter({ hasText: "base 5" })).toBeVisible();
    for (const e of edges) await expect(object(page, `edge:${e.from}>${e.to}`)).toHaveCount(1);
    await tab(page, "Hypothesis").click();
    await expect(page.getByLabel("Equation", { exact: true })).toHaveText(`Frequency = 17 + 2·${names[a]}`);
  });

  await test.step("the person can change nothing", async () => {
    await expect(page.getByRole("button", { name: "Add arrow" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Set a property", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("button", { name: "New task…" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Download log" })).toBeDisabled();
    await page.keyboard.press("Escape");
  });

  await test.step("a refused record is an answer, not an exception", async () => {
    const seen = await act({ hypothesis: { ...hypothesis, coefficients: {} } });
    expect(seen.last_error).toMatchObject({ code: expect.any(String), path: expect.stringContaining("hypothesis") });
    expect(seen.retries_left).toBe(2);
    const thrown = await page.evaluate(async () => {
      const agent = await window.causalab.agent();
      try {
        agent.act(3 as unknown as string);
        return "nothing";
      } catch (error) {
        return `${(error as Error).name} ${(error as { code?: string }).code}`;
      }
    });
    expect(thrown).toBe("CausalabError bad_request");
  });

  await test.step("the end is shown with its scores", async () => {
    const seen = await act({ hypothesis, action: "submit", value: 1 });
    expect(seen.phase).toBe("done");
    await expect(page.getByRole("heading", { level: 1, name: "The reactor stays dark." })).toBeVisible();
    await expect(page.getByRole("region", { name: "The program’s mechanism" })).toBeVisible();
  });
});

test("a person's page follows what a program does at the harness's door", async ({ page }) => {
  await open(page, "?suite=3nodes&index=1");
  const events = await page.evaluate(async (hypothesis) => {
    const told: string[] = [];
    const stop = window.causalab.on("observation", (e) => told.push(e));
    window.causalab.on("started", (e) => told.push(e));
    window.causalab.on("ended", (e) => told.push(e));
    const env = await window.causalab.make("causalab/6nodes/2-v1", { budget: "2o4i" });
    env.reset();
    env.step({ hypothesis });
    stop();
    env.step({ hypothesis });
    return told;
  }, nothing);
  expect(events).toEqual(["started", "observation"]);
  await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("4 left");
  await expect(page.getByText("6nodes / 2")).toBeVisible();
  await expect(object(page, "archive")).toContainText("3 records");
});
