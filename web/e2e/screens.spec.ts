// Takes the README's picture: npm run screens. The same steps give the same
// picture, save for fonts and the renderer.

import { join } from "node:path";
import { control, dragBetween, expect, names, object, open, tab, test, truthOf } from "./lab";

test.use({ viewport: { width: 1120, height: 660 }, colorScheme: "dark", reducedMotion: "reduce" });

test("the README's picture @screens", async ({ page }) => {
  await open(page, "?suite=5nodes&index=6&seed=4");
  await page.getByRole("button", { name: "Hide the hints" }).click();
  const { truth } = await truthOf(page, "causalab/5nodes/6-v1", { seed: 4 });
  const properties = truth.mechanisms.map((m) => m.name).filter((n) => n !== "resonanceFreq");
  for (const [i, name] of properties.slice(0, 3).entries()) {
    await page.getByRole("button", { name: "Set a property", exact: true }).click();
    await control(page).getByRole("radio", { name: names[name]! }).check();
    await control(page).getByLabel("Value, any number").fill(String([60, 25, 80][i]));
    await control(page).getByRole("button", { name: "Apply" }).click();
    await expect(control(page).getByRole("heading", { level: 3 })).toContainText(names[name]!);
    await page.keyboard.press("Escape");
    await expect(control(page)).toBeHidden();
  }
  for (const e of truth.edges.slice(0, 4)) {
    await dragBetween(page, `node:${e.from}`, `node:${e.to}`);
    await expect(object(page, `edge:${e.from}>${e.to}`)).toHaveCount(1);
  }
  await tab(page, "Notebook").click();
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: join(import.meta.dirname, "..", "screenshot.png"), animations: "disabled", caret: "hide" });
});
