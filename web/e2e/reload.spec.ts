// Reloading in the middle goes on where it was; tabs keep out of each other's way.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { control, dragBetween, expect, expectReplays, object, observe, open, ready, tab, test } from "./lab";

async function intervene(page: Page, value: string): Promise<void> {
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  await control(page).getByLabel("Value, any number").fill(value);
  await control(page).getByRole("button", { name: "Apply" }).click();
  await expect(control(page).getByRole("heading", { level: 3 })).toContainText(Number(value).toFixed(2));
  await control(page).getByRole("button", { name: "Close the control" }).click();
}

/** Waits until the browser has written down what a text says. */
async function kept(page: Page, text: string): Promise<void> {
  const read = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("causalab");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction("episodes").objectStore("episodes").getAll();
            all.onerror = () => reject(all.error);
            all.onsuccess = () => {
              opening.result.close();
              resolve(JSON.stringify(all.result));
            };
          };
        }),
    );
  await expect.poll(read).toContain(text);
}

const left = (page: Page) => page.getByRole("group", { name: "What is left to spend" });

test("a reload goes on with records, draft, notes, budget and log", async ({ page, folder }) => {
  await open(page, "?suite=4nodes&index=21&seed=2");
  const { variables } = await observe(page);
  const [a, b] = [variables[0]!.name, variables[1]!.name];
  await intervene(page, "11");
  await dragBetween(page, `node:${a}`, `node:${b}`);
  await expect(object(page, `edge:${a}>${b}`)).toHaveCount(1);
  await dragBetween(page, `node:${b}`, "node:resonanceFreq");
  await tab(page, "Hypothesis").click();
  await page.getByLabel("Base", { exact: true }).fill("19,5");
  await page.getByLabel(/×$/).fill("half typed");
  await page.getByLabel("Note to self, kept from step to step").fill("a moves b");
  await page.getByLabel("What I think now, for this step only").fill("b moves the frequency");
  await tab(page, "Reactor").click();
  await page.getByLabel("Frequency of the reactor crystal").fill("123,4");
  await kept(page, "123,4");
  const before = await observe(page);

  await page.reload();
  await ready(page);
  expect(await observe(page)).toEqual(before);
  await expect(left(page)).toContainText("11 left");
  await expect(page.getByRole("row").filter({ hasText: "base 11" })).toBeVisible();
  await expect(object(page, `edge:${a}>${b}`)).toHaveCount(1);
  await expect(object(page, `edge:${b}>resonanceFreq`)).toHaveCount(1);
  await tab(page, "Hypothesis").click();
  await expect(page.getByLabel("Base", { exact: true })).toHaveValue("19,5");
  await expect(page.getByLabel(/×$/)).toHaveValue("half typed");
  await expect(page.getByLabel("Note to self, kept from step to step")).toHaveValue("a moves b");
  await expect(page.getByLabel("What I think now, for this step only")).toHaveValue("b moves the frequency");
  await page.getByLabel(/×$/).fill("2");
  await tab(page, "Reactor").click();
  await expect(page.getByLabel("Frequency of the reactor crystal")).toHaveValue("123,4");

  // The log goes on: one header, no gap, and time that never runs back.
  await tab(page, "Notebook").click();
  await intervene(page, "12");
  await kept(page, '\\"target_value\\":12');
  await page.reload();
  await ready(page);
  await intervene(page, "13");
  await page.getByRole("button", { name: "Menu" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download log" }).click()]);
  const file = `${folder}/log.jsonl`;
  await download.saveAs(file);
  await expectReplays(file);
  const [header, ...events] = (await readFile(file, "utf8")).trimEnd().split("\n").map((l) => JSON.parse(l));
  expect(header).toMatchObject({ task: "causalab/4nodes/21-v1", seed: 2 });
  expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1));
  const times = events.map((e) => e.t_ms as number);
  expect(times).toEqual([...times].sort((x, y) => x - y));
  expect(events.filter((e) => e.type === "intervention").map((e) => e.measurement.intervention.target_value)).toEqual([11, 12, 13]);
});

test("a reload goes on with a task from a file", async ({ page }) => {
  const file = await readFile(new URL("./testdata/own.jsonl", import.meta.url));
  await open(page);
  await page.locator("input[type=file]").setInputFiles({ name: "own.jsonl", mimeType: "application/jsonl", buffer: file });
  await expect(page.getByLabel("Suite", { exact: true })).toHaveValue("imported/own");
  await page.getByRole("button", { name: "Play this task" }).click();
  await intervene(page, "33");
  await kept(page, '\\"target_value\\":33');
  const before = await observe(page);
  expect(before.task).toBe("imported/own/0-v1");
  await page.reload();
  await ready(page);
  expect(await observe(page)).toEqual(before);
});

test("a reload right after a step loses nothing", async ({ page }) => {
  await open(page, "?suite=4nodes&index=24");
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  for (const used of [1, 2, 3]) {
    // The page goes in the very moment of the step, before any database could be done.
    await page.evaluate(() => {
      document.querySelector<HTMLFormElement>(".control form")!.requestSubmit();
      location.reload();
    });
    await page.waitForEvent("load");
    await ready(page);
    expect((await observe(page)).budget.interventions.used).toBe(used);
    await page.getByRole("button", { name: "Set a property", exact: true }).click();
  }
});

test("a reload after the end shows the end again", async ({ page }) => {
  await open(page, "?suite=3nodes&index=3");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up", exact: true }).click();
  const heading = page.getByRole("heading", { level: 1, name: /given up/i });
  await expect(heading).toBeVisible();
  await kept(page, '"done":true');
  await page.reload();
  await ready(page);
  await expect(heading).toBeVisible();
});

test("two tabs don't disturb each other, and each goes on with its own", async ({ page, context }) => {
  const query = "?suite=4nodes&index=22";
  const other = await context.newPage();
  await open(page, query);
  await open(other, query);
  await intervene(page, "21");
  await intervene(other, "22");
  await intervene(other, "23");
  await kept(page, '\\"target_value\\":21');
  await kept(page, '\\"target_value\\":23');
  for (const p of [page, other]) {
    await p.reload();
    await ready(p);
  }
  const values = async (p: Page) => (await observe(p)).records.flatMap((r) => (r.intervention ? [r.intervention.target_value] : []));
  expect(await values(page)).toEqual([21]);
  expect(await values(other)).toEqual([22, 23]);
  await expect(left(page)).toContainText("11 left");
  await expect(left(other)).toContainText("10 left");
});

test("an unfinished task of a tab that was closed can be taken up", async ({ page, context }) => {
  const closed = await context.newPage();
  await open(closed, "?suite=4nodes&index=23");
  await intervene(closed, "31");
  await kept(closed, '\\"target_value\\":31');
  await closed.close();
  await open(page);
  const list = page.getByRole("region", { name: "Go on where you were" });
  await expect(list).toContainText("4nodes / 23");
  await list.getByRole("button", { name: "Go on" }).click();
  await expect(left(page)).toContainText("11 left");
  expect((await observe(page)).records.at(-1)?.intervention?.target_value).toBe(31);
});
