// The lab in a frame of somebody's page: keys come back after a click outside,
// and Tab passes through.

import { expect, object, observe, test } from "./lab";
import type { Frame, Page } from "@playwright/test";

const host = `<!doctype html>
<html lang="en"><title>Host</title>
<body style="margin:0">
<button id="before">Before</button>
<iframe id="lab" title="Causal lab" src="./?suite=4nodes&index=8" style="display:block;width:1200px;height:640px;border:0"></iframe>
<button id="after">After</button>
</body></html>`;

test.use({ viewport: { width: 1240, height: 760 } });

async function openHost(page: Page): Promise<Frame> {
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: host }));
  await page.goto("./host.html");
  const lab = page.frames().find((f) => f.parentFrame() === page.mainFrame())!;
  await lab.evaluate(() => window.causalab.ready);
  await expect(lab.locator('[data-object="reactor"]')).toHaveCount(1);
  return lab;
}

/** The middle of an object in the host page's pixels. */
async function point(page: Page, lab: Frame, id: string): Promise<{ x: number; y: number }> {
  const frame = (await page.locator("#lab").boundingBox())!;
  const at = await lab.locator(`[data-object="${id}"]`).evaluate((e) => ({
    x: Number(e.dataset["x"]) + Number(e.dataset["width"]) / 2,
    y: Number(e.dataset["y"]) + Number(e.dataset["height"]) / 2,
  }));
  return { x: frame.x + at.x, y: frame.y + at.y };
}

test("keys work again after a click outside the frame and back", async ({ page }) => {
  const lab = await openHost(page);
  const selected = lab.locator('[role="tab"][aria-selected="true"]');
  const reactor = await point(page, lab, "reactor");
  await page.mouse.click(reactor.x, reactor.y);
  await expect(selected).toHaveText("Reactor");
  for (let round = 0; round < 3; round++) {
    await page.locator("#before").click();
    await expect(page.locator("#before")).toBeFocused();
    await lab.getByRole("tab", { name: "Notebook" }).click();
    await page.locator("#after").click();
    await page.keyboard.press("Enter"); // goes to the host's button, not to the room
    await expect(selected).toHaveText("Notebook");
    await page.mouse.click(reactor.x, reactor.y);
    await expect(selected).toHaveText("Reactor");
    await lab.getByRole("tab", { name: "Notebook" }).click();
    await page.mouse.click(reactor.x, reactor.y);
    await expect(selected).toHaveText("Reactor");
    await page.keyboard.press("Escape");
    await lab.getByRole("tab", { name: "Reactor" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect(selected).toHaveText("Plot");
    await lab.locator("#room").contentFrame().locator("canvas").focus();
    await page.keyboard.press("Enter");
    await expect(selected).toHaveText("Reactor");
  }
});

test("keys go to the lab at once after a click into its canvas", async ({ page }) => {
  const lab = await openHost(page);
  const reactor = await point(page, lab, "reactor");
  await page.mouse.click(reactor.x, reactor.y);
  await expect(lab.locator('[role="tab"][aria-selected="true"]')).toHaveText("Reactor");
  await page.locator("#after").click();
  // The room has the keys again with the click itself: Escape closes the control that it opens.
  const manipulator = await point(page, lab, "manipulator");
  await page.mouse.click(manipulator.x, manipulator.y);
  const control = lab.getByRole("dialog", { name: "Set a property" });
  await expect(control).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(control).toBeHidden();
});

test("Tab enters the lab's canvas, leaves it, and leaves the frame", async ({ page }) => {
  const lab = await openHost(page);
  const canvas = lab.locator("#room").contentFrame().locator("canvas");
  const focusOf = (f: Frame) => f.evaluate(() => document.activeElement?.tagName ?? "");
  await page.locator("#before").focus();
  const visited = new Set<string>();
  let presses = 0;
  for (; presses < 120 && !(await page.locator("#after").evaluate((e) => e === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
    if (await canvas.evaluate((e) => e === document.activeElement && document.hasFocus())) visited.add("canvas");
    else visited.add(await focusOf(lab));
  }
  await expect(page.locator("#after")).toBeFocused();
  expect([...visited]).toEqual(expect.arrayContaining(["canvas", "BUTTON", "A"]));
  // And back the same way.
  for (let i = 0; i < presses; i++) await page.keyboard.press("Shift+Tab");
  await expect(page.locator("#before")).toBeFocused();
});

test("keys that the room has no use for stay the browser's", async ({ page }) => {
  await page.goto("./?suite=4nodes&index=8");
  await page.evaluate(() => window.causalab.ready);
  await expect(object(page, "reactor")).toHaveCount(1);
  const room = page.frames().find((f) => f.url().includes("room.html"))!;
  await room.locator("canvas").focus();
  const prevented = await room.evaluate(async () => {
    const out: Record<string, boolean> = {};
    const canvas = document.querySelector("canvas")!;
    for (const key of ["Tab", "F5", "PageDown", "z", "ArrowLeft", "Enter"]) {
      const event = new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true });
      canvas.dispatchEvent(event);
      canvas.dispatchEvent(new KeyboardEvent("keyup", { key, code: key, bubbles: true }));
      out[key] = event.defaultPrevented;
    }
    return out;
  });
  expect(prevented).toEqual({ Tab: false, F5: false, PageDown: false, z: false, ArrowLeft: true, Enter: true });
  expect((await observe(page)).step).toBe(0);
});
