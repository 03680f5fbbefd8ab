// What "make bench" measures beside the Go benchmarks: a table of figures with
// their aims and, where the CausaLab release has a figure, the ratio to it.
//
// Nothing fails for being slow: a figure says as much about the machine. What
// is asserted is that each thing measured did what it should.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, Page } from "@playwright/test";
import type { Causalab, PlayerRecord } from "../bridge";
import { clickOn, control, dist, expect, observe, open, ready, root, test } from "./lab";

const run = promisify(execFile);

/** Figures of the released Python code on a machine of this kind, per second. */
const release = { evaluations: 11_500, scorings: 3_200 };

interface Figure {
  name: string;
  figure: number;
  unit: string;
  aim?: { most?: number; least?: number };
  /** What the release reaches in the same unit. */
  release?: number;
}

const figures: Figure[] = [];

function report(f: Figure): void {
  expect(f.figure, f.name).toBeGreaterThan(0);
  figures.push(f);
}

/** The figures as a table, a line each. */
function table(): string {
  const number = (n: number) => n.toLocaleString("en", { maximumSignificantDigits: 3 });
  const rows = figures.map((f) => {
    const { most, least } = f.aim ?? {};
    const aim = most !== undefined ? `at most ${number(most)}` : least !== undefined ? `at least ${number(least)}` : "";
    const kept = most !== undefined ? f.figure <= most : least === undefined || f.figure >= least;
    const share = most !== undefined ? f.figure / most : least !== undefined ? f.figure / least : undefined;
    return [
      f.name,
      `${number(f.figure)} ${f.unit}`,
      aim,
      share === undefined ? "" : `${number(share)} × aim`,
      f.release === undefined ? "" : `${number(f.figure / f.release)} × release`,
      aim === "" ? "" : kept ? "kept" : "MISSED",
    ];
  });
  rows.unshift(["what", "figure", "aim", "to aim", "to release", ""]);
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((r) => r[i]!.length)));
  return rows.map((r) => r.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ").trimEnd()).join("\n");
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Runs one Go benchmark, natively or as WebAssembly in Node, and returns its metric of a unit. */
async function goBenchmark(name: string, folder: string, unit: string, wasm: boolean): Promise<number> {
  const args = ["test", "-run", "^$", "-bench", `^${name}$`];
  const env = { ...process.env };
  if (wasm) {
    const { stdout } = await run("go", ["env", "GOROOT"], { cwd: root });
    Object.assign(env, { GOOS: "js", GOARCH: "wasm" });
    // Go's loader gives up when the environment is large.
    args.push(`-exec=env -i PATH=${process.env["PATH"]} HOME=/ ${join(stdout.trim(), "lib", "wasm", "go_js_wasm_exec")}`);
  }
  const { stdout } = await run("go", [...args, folder], { cwd: root, env });
  const found = new RegExp(`([\\d.e+]+) ${unit}`).exec(stdout);
  if (!found) throw new Error(`${name} reports no ${unit}:\n${stdout}`);
  return Number(found[1]);
}

/**
 * Steps per second through the harness's door, one by one and in batches: 12
 * interventions and then records that only think. Runs in the page and in Node,
 * so it may use nothing from around it.
 */
async function stepsPerSecond(causalab: Causalab, watch: boolean): Promise<{ single: number; batch: number; taken: number }> {
  const length = 2000;
  const env = await causalab.make("causalab/4nodes/0-v1", { interventions: 12, steps: length * 2, watch });
  const hypothesis = {
    edges: [{ from: "density", to: "resonanceFreq" }, { from: "moisture", to: "resonanceFreq" }],
    freq_equation: "resonanceFreq = base + c_density*density + c_moisture*moisture",
    coefficients: { base: 25, c_density: 1, c_moisture: null },
  };
  const records: PlayerRecord[] = Array.from({ length }, (_, i) => ({
    memory: "density moves the frequency",
    thought: "check moisture",
    past_data: [],
    hypothesis,
    ...(i < 12 ? { experiment: { target_prop: "density", target_value: (i * 7) % 101 }, action: "intervene" as const } : {}),
  }));
  const texts = records.map((r) => JSON.stringify(r));
  const during = (f: () => void, ms: number) => {
    f(); // warm
    let count = 0;
    const begun = performance.now();
    do {
      f();
      count += length;
    } while (performance.now() - begun < ms);
    return (count / (performance.now() - begun)) * 1000;
  };
  const single = during(() => {
    env.reset();
    for (const r of records) env.step(r);
  }, 2000);
  let taken = 0;
  const batch = during(() => {
    env.reset();
    taken = env.batch(texts).taken;
  }, 2000);
  env.close();
  return { single, batch, taken };
}

async function measureDoors(page: Page): Promise<void> {
  await open(page, "?suite=4nodes&index=0");
  const causalab = await page.evaluateHandle(() => window.causalab);
  for (const [watch, where] of [[true, "page, shown"], [false, "page"]] as const) {
    const found = await causalab.evaluate(stepsPerSecond, watch);
    expect(found.taken).toBe(2000);
    report({ name: `steps/s, one by one (${where})`, figure: found.single, unit: "/s", aim: { least: 10_000 } });
    report({ name: `steps/s in batches (${where})`, figure: found.batch, unit: "/s", aim: { least: 200_000 } });
  }
}

async function measureNode(): Promise<void> {
  const { load } = (await import(pathToFileURL(join(dist, "causalab-engine.js")).href)) as typeof import("../src/engine");
  const bytes = new Uint8Array(await readFile(join(dist, "causalab-engine.wasm")));
  const begun = performance.now();
  const causalab = await load(bytes);
  const started = performance.now() - begun;
  const found = await stepsPerSecond(causalab, false);
  expect(found.taken).toBe(2000);
  report({ name: "steps/s, one by one (Node)", figure: found.single, unit: "/s", aim: { least: 10_000 } });
  report({ name: "steps/s in batches (Node)", figure: found.batch, unit: "/s", aim: { least: 200_000 } });
  report({ name: "start of the engine (Node)", figure: started, unit: "ms" });
}

/** Loads the page with nothing kept, several times. */
async function measureStart(browser: Browser, baseURL: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (r) => sizes.push(r.sizes().then((s) => s.responseBodySize)));
    const begun = performance.now();
    await page.goto("./?suite=4nodes&index=17", { waitUntil: "commit" });
    await page.waitForFunction(() => "causalab" in window);
    await page.evaluate(() => window.causalab.ready);
    times.push(performance.now() - begun);
    await ready(page);
    bytes = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    await context.close();
  }
  const { quality } = JSON.parse(await readFile(join(dist, "bundle.json"), "utf8")) as { quality: number };
  const aim = quality === 11 ? { aim: { most: 2.6 } } : {};
  report({ name: `bytes to first play, brotli ${quality}`, figure: bytes / 1e6, unit: "MB", ...aim });
  report({ name: "navigation to playable", figure: median(times) / 1000, unit: "s", aim: { most: 1.5 } });
}

/** Processor time of all of the browser's processes while nobody does anything. */
async function measureIdle(page: Page, browser: Browser): Promise<void> {
  await open(page, "?suite=4nodes&index=17");
  await clickOn(page, "reactor"); // the room is in use, and then at rest
  await expect(page.getByRole("tab", { name: "Reactor" })).toHaveAttribute("aria-selected", "true");
  await page.mouse.move(5, 5);
  const client = await browser.newBrowserCDPSession();
  const used = async () => {
    const { processInfo } = await client.send("SystemInfo.getProcessInfo");
    return processInfo.reduce((sum, p) => sum + p.cpuTime, 0);
  };
  // What is measured is rest: wait until what was begun is over.
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  const [before, begun] = [await used(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const share = ((await used()) - before) / ((performance.now() - begun) / 1000);
  await client.detach();
  report({ name: "idle, all of the browser's processes", figure: share, unit: "cores", aim: { most: 0.15 } });
}

/** From the click on Apply to the frame that shows the measurement, by the page's own clock. */
async function measureClick(page: Page): Promise<void> {
  await open(page, "?suite=4nodes&index=17&budget=2o30i");
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  const shown: number[] = [];
  const drawn: number[] = [];
  for (let i = 0; i < 20; i++) {
    await control(page).getByLabel("Value, any number").fill(String(20 + 3 * i));
    const took = page.evaluate(
      () =>
        new Promise<{ shown: number; drawn: number }>((resolve) => {
          const rows = () => document.querySelectorAll("table.records tbody tr").length;
          const before = rows();
          document.addEventListener(
            "click",
            (e) => {
              const watch = new MutationObserver(() => {
                if (rows() === before) return;
                watch.disconnect();
                const room = document.querySelector<HTMLIFrameElement>("#room")!.contentWindow!;
                // A frame's callback runs before it is painted; a task that it sets comes after.
                const painted = (w: Window) =>
                  new Promise<number>((done) => w.requestAnimationFrame(() => setTimeout(() => done(performance.now() - e.timeStamp))));
                void Promise.all([painted(window), painted(room)]).then(([s, d]) => resolve({ shown: s, drawn: d }));
              });
              watch.observe(document.body, { childList: true, subtree: true });
            },
            { capture: true, once: true },
          );
        }),
    );
    await control(page).getByRole("button", { name: "Apply" }).click();
    const t = await took;
    shown.push(t.shown);
    drawn.push(t.drawn);
  }
  expect((await observe(page)).budget.interventions.used).toBe(20);
  report({ name: "click to shown measurement, notebook", figure: median(shown), unit: "ms", aim: { most: 100 } });
  report({ name: "click to shown measurement, room", figure: median(drawn), unit: "ms", aim: { most: 100 } });
}

test("figures @bench", async ({ page, browser, baseURL }) => {
  test.setTimeout(900_000);
  const evaluations = { name: "evaluations/s, 6 nodes", unit: "/s", release: release.evaluations };
  report({ ...evaluations, figure: await goBenchmark("BenchmarkEvaluate6Nodes", "./scm", "evals/s", false), aim: { least: 5e6 } });
  report({ ...evaluations, name: `${evaluations.name} (wasm)`, figure: await goBenchmark("BenchmarkEvaluate6Nodes", "./scm", "evals/s", true) });
  const scorings = { name: "scorings/s", unit: "/s", release: release.scorings };
  report({ ...scorings, figure: await goBenchmark("BenchmarkScore", "./metrics", "scorings/s", false), aim: { least: 500_000 } });
  await measureNode();
  await measureStart(browser, baseURL!);
  await measureDoors(page);
  await measureClick(page);
  await measureIdle(page, browser);
  console.log(`\n${table()}\n`);
});
