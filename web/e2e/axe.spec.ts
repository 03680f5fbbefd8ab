// axe-core on every screen, light and dark, on a laptop and on a phone: nothing
// serious or critical.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { complaintsOf, control, expect, observe, open, tab, test } from "./lab";

const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds serious or critical, a line each. */
async function findings(page: Page, screen: string): Promise<string[]> {
  // What fades in has to be there, or its colours are judged half way.
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))));
  return page.evaluate(async (at) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const results = await axe.run(document, { resultTypes: ["violations"] });
    return results.violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .flatMap((v) => v.nodes.map((n) => `${at}: ${v.id} (${v.impact}): ${n.target.join(" ")}: ${n.failureSummary?.replace(/\s+/g, " ")}`));
  }, screen);
}

for (const scheme of ["light", "dark"] as const) {
  for (const [device, viewport] of [["laptop", { width: 1280, height: 720 }], ["phone", { width: 390, height: 844 }]] as const) {
    test(`no screen has a serious barrier: ${scheme}, ${device}`, async ({ browser, baseURL }) => {
      const phone = device === "phone";
      const context = await browser.newContext({
        baseURL: baseURL!, viewport, colorScheme: scheme, reducedMotion: "reduce", hasTouch: phone, isMobile: phone,
      });
      const complaints = await complaintsOf(context);
      // The page's policy lets no script in but its own; this one comes in with the page's first moment.
      await context.addInitScript(await readFile(source, "utf8"));
      try {
        const page = await context.newPage();
        const found: string[] = [];
        const look = async (screen: string) => void found.push(...(await findings(page, screen)));
        const step = async (screen: string, f: () => Promise<unknown>) => {
          await test.step(screen, async () => {
            await f();
            await look(screen);
          });
        };

        await open(page);
        await page.evaluate(() => document.querySelector("main.picker")!.append(document.createElement("button")));
        expect(await findings(page, "a button without a name"), "axe finds what is wrong").toHaveLength(1);
        await step("start", () => open(page));
        await step("start with rules", () => page.getByText("Rules", { exact: true }).click());
        await step("welcome", async () => {
          await page.getByRole("button", { name: "Start", exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        });
        await step("error", () => open(page, "?suite=none&colour=red"));

        await step("notebook", () => open(page, "?suite=7nodes&index=2"));
        const { variables } = await observe(page);
        const [a, b] = [variables[0]!, variables[1]!];
        await step("control", async () => {
          await page.getByRole("button", { name: "Set a property", exact: true }).click();
          await control(page).getByRole("button", { name: "Apply" }).click();
          await expect(control(page).getByRole("heading", { level: 3 })).toBeVisible();
        });
        await step("control with a slip", async () => {
          await control(page).getByLabel("Value, any number").fill("many");
          await control(page).getByRole("button", { name: "Apply" }).click();
          await expect(control(page).locator(".field-error")).toBeVisible();
        });
        await page.keyboard.press("Escape");
        await step("notebook with what moved", () => expect(control(page)).toBeHidden());
        await step("plot", () => tab(page, "Plot").click());
        await step("hypothesis, empty", () => tab(page, "Hypothesis").click());
        await step("hypothesis", async () => {
          for (const v of [a, b]) {
            await page.getByLabel("From", { exact: true }).selectOption(v.name);
            await page.getByRole("button", { name: "Add arrow" }).click();
          }
          await page.getByLabel("Base", { exact: true }).fill("20");
          for (const field of await page.getByLabel(/×$/).all()) await field.fill("1,5");
          await expect(page.getByText(/\d+ of \d+ records fit/)).toBeVisible();
          await page.getByText("Write it as text").click();
        });
        await step("hypothesis with a slip", () => page.getByLabel("Base", { exact: true }).fill("twenty"));
        await page.getByLabel("Base", { exact: true }).fill("20");
        await step("reactor", () => tab(page, "Reactor").click());
        await step("menu", () => page.getByRole("button", { name: "Menu" }).click());
        await step("list of lab objects", () => page.getByRole("button", { name: "List of lab objects" }).click());
        await step("help", async () => {
          await page.getByRole("button", { name: "Help" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        });
        await page.keyboard.press("Escape");
        await step("give up", async () => {
          await page.getByRole("button", { name: "Menu" }).click();
          await page.getByRole("button", { name: "Give up…" }).click();
        });
        await page.keyboard.press("Escape");
        await step("submit", async () => {
          await page.getByLabel("Frequency of the reactor crystal").fill("321");
          await page.getByRole("button", { name: "Submit…" }).click();
        });
        await step("end", async () => {
          await page.getByRole("dialog").getByRole("button", { name: /^Submit .* Hz$/ }).click();
          await expect(page.locator("#end-title")).toBeVisible();
        });
        await step("room after the end", () => page.getByRole("button", { name: "Back to the lab" }).click());

        await step("closed reactor", async () => {
          await open(page, "?suite=3nodes&index=2&protocol=released&embodied=on");
          await tab(page, "Reactor").click();
        });
        await step("a program plays", () => open(page, "?door=agent&suite=3nodes&index=2"));
        await step("a program's broken link", () => open(page, "?door=agent"));
        expect(found).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    });
  }
}
