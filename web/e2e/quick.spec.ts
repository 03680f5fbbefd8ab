// Clicks and keys that follow each other without delay: every one of them counts.

import type { Page } from "@playwright/test";
import type { Intent } from "../src/types";
import { control, expect, object, observe, open, pointOf, test } from "./lab";

/** Counts what the room asks for, from the port that the frame hands to the page. */
async function countIntents(page: Page): Promise<() => Promise<Intent[]>> {
  await page.addInitScript(() => {
    const intents: unknown[] = [];
    Object.assign(window, { intents });
    addEventListener(
      "causalab-port",
      (e) => {
        (e as CustomEvent<Port>).detail.subscribe((event, json) => {
          if (event === "intent") intents.push(JSON.parse(json));
        });
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { intents: Intent[] }).intents);
}

/** Sends clicks to the browser in one go, without waiting for any of them. */
async function clickAtOnce(page: Page, points: { x: number; y: number }[]): Promise<void> {
  await Promise.all(points.map((p) => page.mouse.click(p.x, p.y)));
}

test("20 clicks on the whiteboard without delay draw 10 arrows", async ({ page }) => {
  await open(page, "?suite=5nodes&index=0");
  const { variables } = await observe(page);
  await expect(object(page, "node:resonanceFreq")).toHaveCount(1);
  const points = new Map<string, { x: number; y: number }>();
  for (const v of variables) points.set(v.name, await pointOf(page, `node:${v.name}`));
  const clicks: { x: number; y: number }[] = [];
  for (const [i, a] of variables.entries()) {
    for (const b of variables.slice(i + 1)) clicks.push(points.get(a.name)!, points.get(b.name)!);
  }
  expect(clicks).toHaveLength(20);
  await clickAtOnce(page, clicks);
  for (const [i, a] of variables.entries()) {
    for (const b of variables.slice(i + 1)) await expect(object(page, `edge:${a.name}>${b.name}`)).toHaveCount(1);
  }
});

test("20 clicks on the reactor without delay all open it", async ({ page }) => {
  const intents = await countIntents(page);
  await open(page, "?suite=5nodes&index=0");
  const reactor = await pointOf(page, "reactor");
  await page.mouse.click(reactor.x, reactor.y); // and the avatar walks there
  await expect.poll(intents).toEqual([{ kind: "open", object: "reactor" }]);
  await clickAtOnce(page, Array<{ x: number; y: number }>(20).fill(reactor));
  await expect.poll(async () => (await intents()).length).toBe(21);
});

test("20 keys on the canvas without delay all count", async ({ page }) => {
  const intents = await countIntents(page);
  await open(page, "?suite=5nodes&index=0");
  const reactor = await pointOf(page, "reactor");
  await page.mouse.click(reactor.x, reactor.y); // takes the focus into the room as well
  await expect.poll(intents).toHaveLength(1);
  for (let i = 0; i < 20; i++) await page.keyboard.press("Enter");
  await expect.poll(async () => (await intents()).length).toBe(21);
});

test("20 presses of Enter and of Apply without delay are 20 interventions each", async ({ page }) => {
  await open(page, "?suite=5nodes&index=0&budget=2o40i");
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  const value = control(page).getByLabel("Value, any number");
  await value.fill("7");
  await value.focus();
  for (let i = 0; i < 20; i++) await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("20 left");
  const apply = (await control(page).getByRole("button", { name: "Apply" }).boundingBox())!;
  await clickAtOnce(page, Array<{ x: number; y: number }>(20).fill({ x: apply.x + apply.width / 2, y: apply.y + apply.height / 2 }));
  await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("0 left");
  const { records, budget } = await observe(page);
  expect(budget.interventions).toEqual({ used: 40, left: 0 });
  expect(records.filter((r) => r.intervention?.target_value === 7)).toHaveLength(40);
});

test("text typed at full speed arrives whole", async ({ page }) => {
  await open(page, "?suite=5nodes&index=0");
  await page.getByRole("tab", { name: "Hypothesis" }).click();
  const words = "The density moves the moisture by two, and nothing else moves at all: 20 of 20.";
  await page.getByLabel("Note to self, kept from step to step").focus();
  await page.keyboard.type(words);
  await expect(page.getByLabel("Note to self, kept from step to step")).toHaveValue(words);
});
