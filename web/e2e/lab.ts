// What the end-to-end tests share: a page that must not complain, the lab's
// objects with their places on the canvas, and what the program knows.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";
import type { Observation, Options, State } from "../bridge";

export const dist = join(import.meta.dirname, "..", "dist");
export const root = join(import.meta.dirname, "..", "..");

interface Fixtures {
  /** What pages of the test complained of; a test that ends with complaints fails. */
  complaints: string[];
  /** A folder that is removed after the test. */
  folder: string;
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const found = await complaintsOf(context);
      await use(found);
      expect(found, "pages complain of nothing").toEqual([]);
    },
    { auto: true },
  ],
  // Playwright wants the braces: they name the fixtures that this one needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "causalab-e2e-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

export { expect };

/** Collects errors, warnings, failed requests and breaches of the content security policy of all pages to come. */
export async function complaintsOf(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  context.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") found.push(`${m.type()}: ${m.text()}`);
  });
  context.on("weberror", (e) => found.push(String(e.error())));
  context.on("requestfailed", (r) => {
    // A page that is left or closed cancels what it still loads.
    const why = r.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") found.push(`${r.url()}: ${why}`);
  });
  context.on("response", (r) => {
    if (r.status() >= 400) found.push(`${r.url()}: ${r.status()}`);
  });
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) => {
      console.error(`policy: ${e.violatedDirective} forbids ${e.blockedURI} (${e.sourceFile}:${e.lineNumber})`);
    });
  });
  return found;
}

/** Opens the page and waits until it can play. */
export async function open(page: Page, query = ""): Promise<void> {
  await page.goto(`./${query}`);
  await ready(page);
}

/** Waits until the page says that it can play and, with an episode, its objects have their places. */
export async function ready(page: Page): Promise<void> {
  await page.evaluate(() => window.causalab.ready);
  if (await page.locator(".page[data-screen=play]").count()) await expect(object(page, "reactor")).toHaveCount(1);
}

/** An object of the lab as it stands in the DOM. */
export function object(page: Page, id: string): Locator {
  return page.locator(`[data-object="${id}"]`);
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an object is drawn, in CSS pixels of the window, brought into view where the page scrolls. */
export async function boxOf(page: Page, id: string): Promise<Box> {
  const said = () =>
    object(page, id).evaluate((e) => {
      e.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = e.dataset;
      return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
    });
  // The box that stands for it in the DOM lies over it, where both say.
  await expect
    .poll(async () => {
      const [a, b] = [await said(), (await object(page, id).boundingBox())!];
      return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width) + Math.abs(a.height - b.height);
    }, `the place of ${id}`)
    .toBeLessThan(1);
  return said();
}

/** A point of an object: its middle, or at these shares of its width and height. */
export async function pointOf(page: Page, id: string, across = 0.5, down = 0.5): Promise<{ x: number; y: number }> {
  const b = await boxOf(page, id);
  return { x: b.x + b.width * across, y: b.y + b.height * down };
}

/** Clicks on the canvas where an object is drawn. */
export async function clickOn(page: Page, id: string): Promise<void> {
  const { x, y } = await pointOf(page, id);
  await page.mouse.click(x, y);
}

/** Drags on the canvas from one object to another. */
export async function dragBetween(page: Page, from: string, to: string): Promise<void> {
  const a = await pointOf(page, from);
  const b = await pointOf(page, to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** The manipulator's control. */
export const control = (page: Page) => page.getByRole("dialog", { name: "Set a property" });

export const tab = (page: Page, name: string) => page.getByRole("tab", { name });

/** The observation of the episode that the page shows. */
export function observe(page: Page): Promise<Observation> {
  return page.evaluate(async () => (await window.causalab.agent()).observe());
}

/** The log of the page as it would be downloaded. */
export async function downloadedLog(page: Page, folder: string): Promise<string> {
  const file = join(folder, "log.jsonl");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download log" }).last().click(),
  ]);
  await download.saveAs(file);
  return file;
}

/** All of a task, hidden parts included, from an episode that the page does not show. */
export function truthOf(page: Page, task: string, options: Options & { seed?: number } = {}): Promise<State> {
  return page.evaluate(
    async ([id, o]) => {
      const env = await window.causalab.make(id, { ...o, watch: false });
      env.reset();
      const state = env.state();
      env.close();
      return state;
    },
    [task, options] as const,
  );
}

/** Runs the command line on this machine; what it prints, whatever its code. */
export async function causalab(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const running = promisify(execFile)(join(root, "bin", "causalab"), args, { maxBuffer: 1 << 28 });
    running.child.stdin?.end();
    const { stdout, stderr } = await running;
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Asserts that the command line replays a log to the same result. */
export async function expectReplays(file: string): Promise<void> {
  const { code, stdout, stderr } = await causalab("replay", file);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ verified: true });
}

/** Display names without their units, as the page's words have them. */
export const names: Record<string, string> = {
  temperatureC: "Temperature",
  moisture: "Moisture",
  density: "Density",
  quantumSize: "Quantum Size",
  radiation: "Radiation",
  pressure: "Pressure",
  ph: "pH",
  conductivity: "Conductivity",
  resonanceFreq: "Frequency",
};
