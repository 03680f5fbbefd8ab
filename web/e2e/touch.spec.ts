// A whole episode by touch on a phone.

import type { CDPSession, Page } from "@playwright/test";
import { control, downloadedLog, expect, expectReplays, names, object, observe, open, pointOf, tab, test, truthOf } from "./lab";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

async function tap(page: Page, id: string): Promise<void> {
  const { x, y } = await pointOf(page, id);
  await page.touchscreen.tap(x, y);
}

/** Draws with one finger from one object to another. */
async function draw(page: Page, touch: CDPSession, from: string, to: string): Promise<void> {
  const a = await pointOf(page, from);
  const b = await pointOf(page, to);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [a]);
  for (const t of [0.2, 0.6, 1]) await send("touchMove", [{ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }]);
  await send("touchEnd", []);
}

test("an episode is played by touch on a phone", async ({ page, folder }) => {
  await open(page, "?suite=5nodes&index=4&seed=1");
  const { truth } = await truthOf(page, "causalab/5nodes/4-v1", { seed: 1 });
  const { variables } = await observe(page);
  const first = variables[0]!.name;

  await test.step("nothing is wider than the screen", async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step("the crystal opens its control, where a property is set", async () => {
    await tap(page, "manipulator");
    await control(page).getByRole("radio", { name: names[first]! }).tap();
    await control(page).getByLabel("Value, any number").fill("61");
    await control(page).getByRole("button", { name: "Apply" }).tap();
    await expect(control(page)).toContainText(`${names[first]} → 61.00`);
    await control(page).getByRole("button", { name: "Close the control" }).tap();
    expect((await observe(page)).budget.interventions).toEqual({ used: 1, left: 15 });
  });

  await test.step("the whiteboard fills the room and takes arrows from a finger", async () => {
    await tap(page, "whiteboard");
    await expect(object(page, "whiteboard:close")).toHaveCount(1);
    const touch = await page.context().newCDPSession(page);
    for (const e of truth.edges) {
      await draw(page, touch, `node:${e.from}`, `node:${e.to}`);
      await expect(object(page, `edge:${e.from}>${e.to}`)).toHaveCount(1);
    }
    const { from, to } = truth.edges[0]!;
    await tap(page, `edge:${from}>${to}`);
    await tap(page, `remove:${from}>${to}`);
    await expect(object(page, `edge:${from}>${to}`)).toHaveCount(0);
    // Two taps do what one stroke does.
    await tap(page, `node:${from}`);
    await tap(page, `node:${to}`);
    await expect(object(page, `edge:${from}>${to}`)).toHaveCount(1);
    await tap(page, "whiteboard:close");
    await expect(object(page, "reactor")).toHaveCount(1);
  });

  await test.step("the equation is written in the panel", async () => {
    await tab(page, "Hypothesis").tap();
    const frequency = truth.mechanisms.find((m) => m.name === "resonanceFreq")!;
    await page.getByLabel("Base", { exact: true }).fill(String(frequency.base));
    for (const t of frequency.terms) await page.getByLabel(`${names[t.parent]} ×`).fill(String(t.weight));
    await expect(page.getByText("4 of 4 records fit")).toBeVisible();
  });

  await test.step("the reactor takes the submission", async () => {
    await tap(page, "reactor");
    await expect(tab(page, "Reactor")).toHaveAttribute("aria-selected", "true");
    await page.getByRole("button", { name: "from my hypothesis" }).tap();
    await page.getByRole("button", { name: "Submit…" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: /^Submit .* Hz$/ }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Right, and for the right reason." })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await expectReplays(await downloadedLog(page, folder));
});
