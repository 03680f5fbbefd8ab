// One episode, three programs: the command line, the engine in Node and in a
// Worker, and the page write the same log, byte for byte.

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { causalab, dist, expect, open, test } from "./lab";

interface Case {
  task: string;
  flags: string[];
  options: Record<string, unknown>;
  seed: number;
}

/** One of each family, protocol and kind of evidence. */
const cases: Case[] = [
  { task: "causalab/4nodes/17-v1", seed: 3, flags: ["-budget", "3o6i"], options: { budget: "3o6i" } },
  { task: "causalab/4nodes_quad_hard/5-v1", seed: 0, flags: [], options: {} },
  { task: "causalab/4nodes_hidden_n2/8-v1", seed: 11, flags: ["-semantics", "target"], options: { semantics: "target" } },
  { task: "causalab/6nodes_freqparent/1-v1", seed: 2, flags: ["-embodied"], options: { embodied: true } },
  { task: "causalab/6nodes_golden/4-v1", seed: 1, flags: ["-evidence", "golden"], options: { evidence: "golden" } },
  { task: "causalab/5nodes/30-v1", seed: 9007199254740991, flags: ["-protocol", "released"], options: { protocol: "released" } },
  { task: "causalab/4nodes_hidden_freqnode_n3/2-v1", seed: 5, flags: ["-verification", "required"], options: { verification: "required" } },
];

/** Records of every kind that any task takes or refuses; one ends the episode. */
function records(properties: readonly string[]): string[] {
  const [a, b] = [properties[0]!, properties[properties.length - 1]!];
  const nothing = { edges: [], freq_equation: "", coefficients: {} };
  const guess = {
    edges: [{ from: a, to: "resonanceFreq" }, { from: b, to: a }],
    freq_equation: `freq = b0 + 2.5*${a}`,
    coefficients: { b0: null as number | null },
  };
  const full = { ...guess, coefficients: { b0: 0.1 + 0.2 } };
  const intervene = (name: string, value: number) => ({ target_prop: name, target_value: value });
  return [
    { memory: "<b>&\u2028 ü 日本", thought: "first", hypothesis: nothing },
    { hypothesis: guess, action: "move", to: "manipulator" },
    { hypothesis: guess, experiment: intervene(a, 33.335), action: "intervene" },
    "```json\n{\"hypothesis\": }\n```",
    { hypothesis: full, experiment: intervene(b, -7.1), action: "intervene" },
    { hypothesis: full, experiment: intervene(a, 1e15), action: "intervene" },
    { hypothesis: { ...full, edges: [] } },
    { hypothesis: { ...full, edges: [] } },
    { hypothesis: { ...full, edges: [] } },
    { hypothesis: full, action: "open_reactor" },
    { hypothesis: full, action: "move", to: "reactor" },
    { hypothesis: guess, action: "submit", value: 3 },
    { hypothesis: full, action: "submit", value: 123.456 },
    { hypothesis: full, action: "submit", value: -1e-7 },
    { hypothesis: full, action: "submit", value: 7e5 },
    { hypothesis: full, action: "give_up" },
  ].map((r) => (typeof r === "string" ? r : JSON.stringify(r)));
}

/** The log without what may differ: the build, and times where there are any. */
function comparable(log: string): string {
  return log.replace(/"build":"[^"]*",?/, "").replace(/"t_ms":\d+,?/g, "");
}

/** What the harness's door is given. */
interface Played {
  task: string;
  options: Record<string, unknown>;
  seed: number;
  records: string[];
}

async function natively(c: Case, lines: string[], folder: string): Promise<string> {
  const input = join(folder, "records.jsonl");
  const log = join(folder, "native.jsonl");
  // A record is a line: an object, or its text as a JSON string.
  await writeFile(input, lines.map((l) => (l.includes("\n") ? JSON.stringify(l) : l)).join("\n"));
  const program = join(import.meta.dirname, "..", "..", "bin", "causalab");
  const args = ["play", c.task, "-seed", String(c.seed), ...c.flags, "-mode", "lines", "-log", log, "-force"];
  await promisify(execFile)("sh", ["-c", '"$0" "$@" < "$RECORDS"', program, ...args], { env: { ...process.env, RECORDS: input } });
  return readFile(log, "utf8");
}

const site = pathToFileURL(`${dist}/`).href;
const inNode = `
import { readFile } from "node:fs/promises";
import { load } from "${site}causalab-engine.js";
const causalab = await load(await readFile(new URL("${site}causalab-engine.wasm")));
const logs = [];
for (const p of JSON.parse(process.env.PLAYED)) {
  const env = await causalab.make(p.task, { ...p.options, seed: p.seed });
  env.reset();
  for (const r of p.records) {
    const t = env.step(r);
    if (t.terminated || t.truncated) break;
  }
  logs.push(env.trajectory());
  env.close();
}
process.stdout.write(JSON.stringify(logs), () => process.exit(0));
`;

/** Node plays all of them in a process of its own, as a program that uses the engine would. */
async function inNodeProcess(played: Played[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", inNode], {
    env: { ...process.env, PLAYED: JSON.stringify(played) },
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as string[];
}

test("the log is the same bytes natively, in Node, in a Worker and in the page", async ({ page, folder }) => {
  await open(page);
  const played: Played[] = [];
  const native: string[] = [];
  for (const c of cases) {
    const { stdout } = await causalab("play", c.task, "-seed", String(c.seed), ...c.flags, "-mode", "lines");
    const first = JSON.parse(stdout.split("\n")[0]!) as { variables: { name: string }[] };
    const lines = records(first.variables.map((v) => v.name).filter((n) => n !== "resonanceFreq"));
    played.push({ task: c.task, options: c.options, seed: c.seed, records: lines });
    native.push(comparable(await natively(c, lines, folder)));
  }
  const node = (await inNodeProcess(played)).map(comparable);

  const inPage = await page.evaluate(async (all) => {
    const logs: string[] = [];
    for (const p of all) {
      const env = await window.causalab.make(p.task, { ...p.options, seed: p.seed });
      env.reset();
      env.batch(p.records);
      logs.push(env.trajectory());
      env.close();
    }
    return logs;
  }, played);

  // A Worker under the page's policy: its script has to be a file of the site.
  const script = `
    import { load } from "./causalab-engine.js";
    onmessage = async (e) => {
      try {
        const causalab = await load(new URL("causalab-engine.wasm", location.href));
        const logs = [];
        for (const p of e.data) {
          const env = await causalab.make(p.task, { ...p.options, seed: p.seed });
          env.reset();
          for (const r of p.records) {
            const t = env.step(r);
            if (t.terminated || t.truncated) break;
          }
          logs.push(env.trajectory());
        }
        postMessage(logs);
      } catch (error) {
        postMessage(String(error));
      }
    };`;
  const policy = (await page.request.get("./")).headers()["content-security-policy"]!;
  await page.route("**/worker.test.js", (route) =>
    route.fulfill({ contentType: "text/javascript", headers: { "Content-Security-Policy": policy }, body: script }),
  );
  const inWorker = await page.evaluate(
    (all) =>
      new Promise<string[]>((resolve, reject) => {
        const worker = new Worker("./worker.test.js", { type: "module" });
        worker.onmessage = (e) => {
          worker.terminate();
          if (typeof e.data === "string") reject(new Error(e.data));
          else resolve(e.data as string[]);
        };
        worker.onerror = (e) => reject(new Error(e.message));
        worker.postMessage(all);
      }),
    played,
  );

  for (const [i, c] of cases.entries()) {
    const lines = native[i]!.trimEnd().split("\n");
    expect(lines.length, c.task).toBeGreaterThan(12);
    expect(JSON.parse(lines.at(-1)!), c.task).toMatchObject({ type: "result" });
    expect(node[i], `${c.task}: Node`).toBe(native[i]);
    expect(comparable(inPage[i]!), `${c.task}: page`).toBe(native[i]);
    expect(comparable(inWorker[i]!), `${c.task}: Worker`).toBe(native[i]);
  }
});

test("a person's log is a program's, but for times and what people do beside playing", async ({ page, folder }) => {
  await open(page, "?suite=4nodes&index=17&seed=3");
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  const control = page.getByRole("dialog", { name: "Set a property" });
  for (const value of ["33,335", "-7.1"]) {
    await control.getByLabel("Value, any number").fill(value);
    await control.getByRole("button", { name: "Apply" }).click();
    await expect(control.getByLabel("Value, any number")).toHaveValue(value);
  }
  await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("10 left");
  await control.getByRole("button", { name: "Close the control" }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up", exact: true }).click();
  await expect(page.locator("#end-title")).toContainText(/given up/i);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download log" }).last().click()]);
  const person = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  const recordLines = person.flatMap((l) => /"record":(\{.*\})(,"warnings":.*)?\}$/.exec(l)?.[1] ?? []);
  expect(recordLines).toHaveLength(3);
  const log = await natively({ task: "causalab/4nodes/17-v1", seed: 3, flags: ["-residuals"], options: {} }, recordLines, folder);
  const beside = ["focus", "blur", "resize", "panel", "undo", "look"];
  const events = (lines: string[]) =>
    lines
      .slice(1)
      .map((l) => JSON.parse(l) as Record<string, unknown>)
      .filter((e) => !beside.includes(e["type"] as string))
      .map(({ seq: _, t_ms: __, ...rest }) => {
        const result = rest["result"] as Record<string, unknown> | undefined;
        if (result) delete result["t_ms"];
        return rest;
      });
  expect(events(person)).toEqual(events(log.trimEnd().split("\n")));
});
