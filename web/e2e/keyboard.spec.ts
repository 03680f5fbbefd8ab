// A whole episode with keys alone: nothing is clicked, the canvas is not used.

import type { Locator, Page } from "@playwright/test";
import { control, expect, names, observe, ready, tab, test, truthOf } from "./lab";

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const there = () => target.evaluate((e) => e === document.activeElement);
  for (let i = 0; i < 120 && !(await there()); i++) await page.keyboard.press("Tab");
  await expect(target).toBeFocused();
}

/** Goes to a list of choices and down or up in it to one. */
async function choose(page: Page, list: Locator, value: string): Promise<void> {
  await tabTo(page, list);
  const steps = await list.evaluate((e: HTMLSelectElement, v) => {
    return [...e.options].findIndex((o) => o.value === v) - e.selectedIndex;
  }, value);
  for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? "ArrowDown" : "ArrowUp");
  await expect(list).toHaveValue(value);
}

/** Goes to a field and types over what stands there. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

/** Goes to a button and presses it. */
async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press("Enter");
}

/** Goes to the row of tabs and along it. */
async function openTab(page: Page, name: string): Promise<void> {
  await tabTo(page, page.locator('[role="tab"][aria-selected="true"]'));
  for (let i = 0; i < 4 && (await tab(page, name).getAttribute("aria-selected")) !== "true"; i++) {
    await page.keyboard.press("ArrowRight");
  }
  await expect(tab(page, name)).toBeFocused();
}

/** From the start screen to the end screen. */
async function playByKeys(page: Page): Promise<void> {
  await choose(page, page.getByLabel("Suite", { exact: true }), "4nodes");
  await type(page, page.getByLabel("Task, 0 to 49"), "8");
  await type(page, page.getByLabel("Seed"), "5");
  await page.keyboard.press("Enter");
  await expect(page.locator(".page[data-screen=play]")).toBeVisible();
  const { variables } = await observe(page);
  const { truth } = await truthOf(page, "causalab/4nodes/8-v1", { seed: 5 });

  // An intervention on the second property, by arrows and the field.
  const set = page.getByRole("button", { name: "Set a property", exact: true });
  await press(page, set);
  await expect(control(page).getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const second = variables[1]!.name;
  await expect(control(page).getByRole("radio", { name: names[second]! })).toBeChecked();
  await type(page, control(page).getByLabel("Value, any number"), "12.25");
  await page.keyboard.press("Enter");
  await expect(page.locator("#announcement")).toContainText(`${names[second]} set to 12.25`);
  expect((await observe(page)).records.at(-1)?.intervention).toEqual({ target_prop: second, target_value: 12.25 });
  await page.keyboard.press("Escape");
  await expect(control(page)).toBeHidden();
  await expect(set).toBeFocused();

  await openTab(page, "Hypothesis");
  for (const { from, to } of truth.edges) {
    await choose(page, page.getByLabel("From", { exact: true }), from);
    await choose(page, page.getByLabel("To", { exact: true }), to);
    await press(page, page.getByRole("button", { name: "Add arrow" }));
  }
  await expect(page.getByRole("list", { name: "Arrows" }).getByRole("listitem")).toHaveCount(truth.edges.length);
  const frequency = truth.mechanisms.find((m) => m.name === "resonanceFreq")!;
  await type(page, page.getByLabel("Base", { exact: true }), String(frequency.base));
  for (const t of frequency.terms) await type(page, page.getByLabel(`${names[t.parent]} ×`), String(t.weight));
  await expect(page.getByText("4 of 4 records fit")).toBeVisible();

  await openTab(page, "Reactor");
  await press(page, page.getByRole("button", { name: "from my hypothesis" }));
  await press(page, page.getByRole("button", { name: "Submit…" }));
  const dialog = page.getByRole("dialog", { name: /^Submit/ });
  await expect(dialog).toBeVisible();
  await press(page, dialog.getByRole("button", { name: /^Submit .* Hz$/ }));
  const heading = page.getByRole("heading", { level: 1, name: "Right, and for the right reason." });
  await expect(heading).toBeFocused();
}

test("an episode is played with keys alone", async ({ page }) => {
  await page.goto("./");
  await ready(page);
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  await playByKeys(page);
});

test("an episode is played with keys where the room cannot be drawn", async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith("webgl") ? null : Reflect.apply(original, this, [kind, ...rest]);
    } as typeof original;
  });
  await page.goto("./");
  await page.evaluate(() => window.causalab.ready);
  await playByKeys(page);
  await page.getByRole("button", { name: "Back to the lab" }).click();
  await expect(page.getByText("The room cannot be drawn")).toBeVisible();
});

test("objects of the room are reached and opened with Tab and Enter", async ({ page }) => {
  await page.goto("./?suite=4nodes&index=8&seed=5");
  await ready(page);
  const list = page.getByRole("list", { name: "Lab objects" });
  await press(page, list.getByRole("button", { name: /^Reactor/ }));
  await expect(tab(page, "Reactor")).toHaveAttribute("aria-selected", "true");
  await press(page, list.getByRole("button", { name: /^Whiteboard/ }));
  await expect(tab(page, "Hypothesis")).toHaveAttribute("aria-selected", "true");
  // Two nodes, one after the other, make an arrow.
  const { variables } = await observe(page);
  const [a, b] = [variables[0]!, variables[1]!];
  await press(page, list.getByRole("button", { name: a.display_name, exact: true }));
  await expect(list.getByRole("button", { name: `${a.display_name}, chosen as the cause` })).toHaveCount(1);
  await press(page, list.getByRole("button", { name: b.display_name, exact: true }));
  await expect(page.getByRole("list", { name: "Arrows" })).toContainText(`${names[a.name]} → to ${names[b.name]}`);
  await press(page, list.getByRole("button", { name: /^Manipulator/ }));
  await expect(control(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(control(page)).toBeHidden();
});

test("keys walk the room: the avatar goes where arrows point and Enter opens what is near", async ({ page }) => {
  await page.goto("./?suite=4nodes&index=8&seed=5");
  await ready(page);
  const canvas = page.frameLocator("#room").locator("canvas");
  await tabTo(page, page.locator("#room"));
  await expect(canvas).toBeFocused();
  await page.keyboard.down("ArrowRight");
  // From where it stands the reactor is to the right, past its front.
  await page.keyboard.down("ArrowDown");
  await expect
    .poll(
      async () => {
        await page.keyboard.press("Enter");
        return page.locator('[role="tab"][aria-selected="true"]').innerText();
      },
      { intervals: [200] },
    )
    .toBe("Reactor");
  await page.keyboard.up("ArrowRight");
  await page.keyboard.up("ArrowDown");
});
