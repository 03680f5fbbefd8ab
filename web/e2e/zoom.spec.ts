// The canvas at every zoom and pixel ratio: what is hit is what is drawn there.
//
// Zooming to z % shows the page with window/z CSS pixels and a pixel ratio z
// times as large; that is how these pages are opened.

import type { Page } from "@playwright/test";
import { boxOf, complaintsOf, dragBetween, expect, object, observe, open, pointOf, tab, test } from "./lab";
import { decode, difference } from "./png";

interface Screen {
  name: string;
  width: number;
  height: number;
  ratio: number;
}

const laptop = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };
const screens: Screen[] = [
  ...[50, 67, 100, 150, 200].map((zoom) => ({
    name: `${zoom} % zoom`,
    width: Math.round((laptop.width * 100) / zoom),
    height: Math.round((laptop.height * 100) / zoom),
    ratio: zoom / 100,
  })),
  ...[2, 3].map((ratio) => ({ name: `pixel ratio ${ratio}`, ...laptop, ratio })),
  ...[1, 2, 3].map((ratio) => ({ name: `a phone with pixel ratio ${ratio}`, ...phone, ratio })),
];

/** The part of the room that is in the window. */
async function inView(page: Page) {
  const room = (await page.locator("#room").boundingBox())!;
  const top = Math.max(0, Math.ceil(room.y));
  const bottom = Math.min(page.viewportSize()!.height, Math.floor(room.y + room.height));
  return { x: room.x, y: top, width: room.width, height: bottom - top };
}

/** The device pixels of that part once the room is still. */
async function pictureOf(page: Page) {
  const clip = await inView(page);
  const take = () => page.screenshot({ clip, scale: "device", animations: "disabled", caret: "hide" });
  let before = decode(await take());
  for (let i = 0; i < 20; i++) {
    const now = decode(await take());
    if (difference(before, now).count === 0) return { picture: now, clip };
    before = now;
  }
  throw new Error("the room does not come to rest");
}

const cursor = (page: Page) => page.frameLocator("#room").locator("canvas").evaluate((c) => getComputedStyle(c).cursor);

/** Points at the floor at the foot of the room, where nothing is. */
async function pointAway(page: Page): Promise<void> {
  const clip = await inView(page);
  await page.mouse.move(clip.x + clip.width * 0.5, clip.y + clip.height - 3);
  await expect.poll(() => cursor(page)).not.toBe("pointer");
}

/** Asserts that pointing at an object lights something up where the object is said to be, and nowhere else. */
async function expectLitAt(page: Page, id: string, ratio: number): Promise<void> {
  const box = await boxOf(page, id); // scrolls there where the page scrolls
  await pointAway(page);
  const idle = await pictureOf(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => cursor(page), id).toBe("pointer");
  const lit = await pictureOf(page);
  const d = difference(idle.picture, lit.picture);
  expect(d.count, `${id} lights up`).toBeGreaterThan(20);
  const at = { x: idle.clip.x + d.x / ratio, y: idle.clip.y + d.y / ratio };
  const slack = 12; // plates and rims reach a little beyond
  expect(at.x, `${id}: middle of what lit up, across`).toBeGreaterThan(box.x - slack);
  expect(at.x, id).toBeLessThan(box.x + box.width + slack);
  expect(at.y, `${id}: middle of what lit up, down`).toBeGreaterThan(box.y - slack);
  expect(at.y, id).toBeLessThan(box.y + box.height + slack);
}

for (const s of screens) {
  test(`the room is hit where it is drawn: ${s.name}, ${s.width}×${s.height}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      viewport: { width: s.width, height: s.height },
      deviceScaleFactor: s.ratio,
      reducedMotion: "reduce",
    });
    const complaints = await complaintsOf(context);
    try {
      const page = await context.newPage();
      await open(page, "?suite=4nodes&index=5");
      const canvas = page.frameLocator("#room").locator("canvas");
      const room = (await page.locator("#room").boundingBox())!;
      // One canvas pixel for each of the device's, or less than one off.
      await expect
        .poll(() => canvas.evaluate((c: HTMLCanvasElement) => c.width))
        .toBeGreaterThan(room.width * s.ratio - 1.5);
      expect(await canvas.evaluate((c: HTMLCanvasElement) => c.width)).toBeLessThan(room.width * s.ratio + 1.5);

      for (const id of ["archive", "manipulator", "reactor"]) await expectLitAt(page, id, s.ratio);

      // Clicking, also off the middle.
      for (const [across, down] of [[0.5, 0.5], [0.2, 0.8], [0.8, 0.3]] as const) {
        await tab(page, "Plot").click();
        const { x, y } = await pointOf(page, "reactor", across, down);
        await page.mouse.click(x, y);
        await expect(tab(page, "Reactor")).toHaveAttribute("aria-selected", "true");
      }

      // The whiteboard, enlarged where it is too small on the wall.
      const { variables } = await observe(page);
      const [a, b] = [variables[0]!.name, variables[2]!.name];
      if ((await object(page, `node:${a}`).count()) === 0) {
        const { x, y } = await pointOf(page, "whiteboard");
        await page.mouse.click(x, y);
        await expect(object(page, "whiteboard:close")).toHaveCount(1);
      }
      await expectLitAt(page, `node:${a}`, s.ratio);
      await dragBetween(page, `node:${a}`, `node:${b}`);
      await expect(object(page, `edge:${a}>${b}`)).toHaveCount(1);
      const edge = await pointOf(page, `edge:${a}>${b}`);
      await page.mouse.click(edge.x, edge.y);
      await expect(object(page, `remove:${a}>${b}`)).toHaveCount(1);
      const remove = await pointOf(page, `remove:${a}>${b}`);
      await page.mouse.click(remove.x, remove.y);
      await expect(object(page, `edge:${a}>${b}`)).toHaveCount(0);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });
}
