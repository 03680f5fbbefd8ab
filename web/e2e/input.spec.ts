// Wrong input: in every field, in the address, and in files.

import type { Locator, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { control, expect, observe, open, tab, test } from "./lab";

const markup = `<img src=x onerror="window.broken=1"><script>window.broken=1</script>"'&`;
const noNumbers = ["forty", "NaN", "Infinity", "-Infinity", "1e999", "0x10", "1,234.5", "1.2.3", "--1", "1e", "٣", markup];

/** Text that was typed by a person is text: it has made no element and run no script. */
async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.evaluate(() => ({ broken: "broken" in window, images: document.querySelectorAll("img").length }))).toEqual({
    broken: false,
    images: 0,
  });
}

/** The message beside a field, "" without one. */
const wrongness = (field: Locator) => field.locator("xpath=ancestor::*[contains(@class,'number-field')]").locator(".field-error");

test("the manipulator's value: what is no number costs nothing, point and comma are the same", async ({ page }) => {
  await open(page, "?suite=4nodes&index=2");
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  const value = control(page).getByLabel("Value, any number");
  const apply = control(page).getByRole("button", { name: "Apply" });
  for (const text of ["", "   ", ...noNumbers]) {
    await value.fill(text);
    await apply.click();
    await expect(wrongness(value), text).not.toBeEmpty();
    await expect(value, text).toHaveAttribute("aria-invalid", "true");
  }
  await expectOnlyText(page);
  expect((await observe(page)).step).toBe(0);

  const right: [string, number][] = [["40,5", 40.5], ["40.25", 40.25], [" -12,5 ", -12.5], ["−3", -3], [".5", 0.5], ["1e2", 100], ["1.239", 1.24]];
  for (const [text, number] of right) {
    await value.fill(text);
    await apply.click();
    await expect(wrongness(value), text).toHaveCount(0);
    await expect(control(page).getByRole("heading", { level: 3 })).toContainText(number.toFixed(2).replace("-", "−"));
    expect((await observe(page)).records.at(-1)?.intervention?.target_value, text).toBe(number);
  }
  // Too large to be computed with: told or carried out, but the page goes on.
  await value.fill("1e300");
  await apply.click();
  await value.fill("10");
  await apply.click();
  await expect(control(page).getByRole("heading", { level: 3 })).toContainText("10.00");
});

test("coefficients and the equation's text: slips are told and keep what was there", async ({ page }) => {
  await open(page, "?suite=4nodes&index=2");
  const { variables } = await observe(page);
  const first = variables[0]!.name;
  await tab(page, "Hypothesis").click();
  await page.getByRole("button", { name: "Add arrow" }).click();
  const fields = [page.getByLabel("Base", { exact: true }), page.getByLabel(/×$/)];
  for (const field of fields) {
    for (const text of noNumbers) {
      await field.fill(text);
      await expect(wrongness(field), text).not.toBeEmpty();
    }
    await field.fill("2,5");
    await expect(wrongness(field)).toHaveCount(0);
  }
  await expect(page.getByLabel("Equation", { exact: true })).toContainText("2.5");

  await page.getByText("Write it as text").click();
  const text = page.getByLabel("Equation as text");
  const error = page.locator("#equation-text-error");
  for (const wrong of [`resonanceFreq = ${first}*${first}*${first}`, "= = 3", `resonanceFreq = 3 + 2*(`, markup, "resonanceFreq = 1,234.5", "x".repeat(5000) + "(", `resonanceFreq = ${first}^7`]) {
    await text.fill(wrong);
    await expect(error, wrong.slice(0, 40)).not.toBeEmpty();
    await expect(page.getByLabel("Equation", { exact: true })).toContainText("2.5");
  }
  await text.fill(`resonanceFreq = 17,5 + 3*${first}`);
  await expect(error).toBeEmpty();
  await expect(page.getByLabel("Equation", { exact: true })).toContainText("17.5 + 3·");
  await expectOnlyText(page);

  // A slip that stays in a field stops a step and says which.
  await fields[0]!.fill("many");
  await page.getByRole("button", { name: "Log now (1 step)" }).click();
  expect((await observe(page)).step).toBe(0);
  await page.getByRole("button", { name: "Set a property", exact: true }).click();
  await control(page).getByRole("button", { name: "Apply" }).click();
  await expect(control(page).getByRole("alert")).toContainText("many");
  expect((await observe(page)).step).toBe(0);
});

test("notes hold any text, and the log keeps it", async ({ page }) => {
  await open(page, "?suite=3nodes&index=2");
  await tab(page, "Hypothesis").click();
  const text = `${markup} \u2028 \\ "quoted" 日本語 🜁 }{ \t end`;
  await page.getByLabel("Note to self, kept from step to step").fill(text);
  await page.getByLabel("What I think now, for this step only").fill(markup);
  await page.getByRole("button", { name: "Log now (1 step)" }).click();
  await expect(page.getByLabel("What I think now, for this step only")).toHaveValue("");
  await expect(page.getByLabel("Note to self, kept from step to step")).toHaveValue(text);
  expect((await observe(page)).step).toBe(1);
  await expectOnlyText(page);
});

test("the prediction: what is no number opens no question", async ({ page }) => {
  await open(page, "?suite=3nodes&index=2");
  await tab(page, "Hypothesis").click();
  await page.getByLabel("Base", { exact: true }).fill("20");
  await tab(page, "Reactor").click();
  const field = page.getByLabel("Frequency of the reactor crystal");
  for (const text of ["", ...noNumbers]) {
    await field.fill(text);
    await page.getByRole("button", { name: "Submit…" }).click();
    await expect(wrongness(field), text).not.toBeEmpty();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await field.fill("-1,5");
  await page.getByRole("button", { name: "Submit…" }).click();
  await expect(page.getByRole("dialog", { name: "Submit −1.50 Hz?" })).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectOnlyText(page);
  expect((await observe(page)).step).toBe(0);
});

test("the start screen's fields: each slip is told and nothing starts", async ({ page }) => {
  await open(page);
  const play = page.getByRole("button", { name: "Play this task" });
  const error = page.locator(".task-form [role=alert]");
  const index = page.getByLabel("Task, 0 to 49");
  for (const text of ["", "50", "-1", "1.5", "one", "1e1", "999999999999999999999", markup]) {
    await index.fill(text);
    await play.click();
    await expect(error, text).toContainText("whole number from 0 to 49");
  }
  await index.fill(" 7 ");
  const seed = page.getByLabel("Seed");
  for (const text of ["", "-1", "0.5", "seed", "9007199254740993"]) {
    await seed.fill(text);
    await play.click();
    await expect(error, text).toContainText("seed");
  }
  await seed.fill("3");
  await page.getByText("Rules", { exact: true }).click();
  const budget = page.getByLabel("Budget, like 2o12i");
  for (const text of ["12", "2o", "o12i", "-1o2i", "2o12i!", markup]) {
    await budget.fill(text);
    await play.click();
    await expect(error, text).toContainText("budget");
  }
  await budget.fill("3O5I");
  const submissions = page.getByLabel("Submissions");
  for (const text of ["0", "-2", "many", "1.5"]) {
    await submissions.fill(text);
    await play.click();
    await expect(error, text).toContainText("Submissions");
  }
  await submissions.fill("2");
  await expectOnlyText(page);
  await play.click();
  await expect.poll(() => observe(page)).toMatchObject({
    task: "causalab/3nodes/7-v1",
    budget: { interventions: { used: 0, left: 5 }, submissions: { used: 0, left: 2 } },
  });
});

test("an address that cannot be followed says why, and the page plays all the same", async ({ page }) => {
  const cases: [string, string][] = [
    ["?suite=4nodes&index=1&colour=red", "colour is not a parameter"],
    ["?suite=4nodes&index=fifty", "index=fifty is not a whole number"],
    ["?suite=4nodes&index=50", "50"],
    ["?suite=nosuite&index=0", "nosuite"],
    ["?suite=4nodes&seed=-1", "seed=-1"],
    ["?suite=4nodes&budget=lots", "budget=lots"],
    ["?suite=4nodes&suite=5nodes", "suite is given more than once"],
    ["?task=causalab/4nodes/1-v9", "v9"],
    [`?task=${encodeURIComponent(markup)}`, "is not a task id"],
    [`?${encodeURIComponent(markup)}=1`, "is not a parameter"],
    ["?seed=3", "names no task"],
  ];
  for (const [query, told] of cases) {
    await open(page, query);
    await expect(page.getByRole("alert"), query).toContainText(told);
    await expectOnlyText(page);
  }
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Three things to know" })).toBeVisible();
});

test("an address for a program that cannot be followed says why and opens no other door", async ({ page }) => {
  await open(page, "?door=agent&suite=4nodes&index=99");
  await expect(page.getByRole("alert")).toContainText("The link cannot be followed");
  expect(await page.evaluate(() => Object.keys(window.causalab).sort())).toEqual(["agent", "ready"]);
  const code = await page.evaluate(() => window.causalab.agent().then(() => "opened", (e: { code: string }) => e.code));
  expect(code).toBe("no_episode");
});

/** A task in the released form. */
function suiteLine(change: (task: Record<string, any>) => void = () => {}): string {
  const node = (name: string, display: string, more: object) => ({
    is_controllable: name !== "resonanceFreq",
    observable: true,
    property_name: name,
    display_name: display,
    base_value: { type: "uniform", min: 15, max: 45 },
    ...more,
  });
  const task = {
    graph_id: "own_0",
    description: "Two properties",
    nodes: {
      resonanceFreq: node("resonanceFreq", "Resonance Frequency (Hz)", { computation: "base_freq + coeff_density_freq * density" }),
      density: node("density", "Density", { computation: "base_density + coeff_moisture_density * moisture" }),
      moisture: node("moisture", "Moisture", {}),
    },
    edges: [{ from: "density", to: "resonanceFreq" }, { from: "moisture", to: "density" }],
    params: { base_freq: 21, coeff_density_freq: 2, base_density: 18, coeff_moisture_density: 3, base_moisture: 20 },
    budget: 8,
  };
  change(task);
  return JSON.stringify(task);
}

/** Drops a file on the start screen. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([n, t]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([t], n, { type: "application/jsonl" }));
      return transfer;
    },
    [name, text] as const,
  );
  const place = page.locator(".drop");
  await place.dispatchEvent("dragover", { dataTransfer: data });
  await place.dispatchEvent("drop", { dataTransfer: data });
}

test("a malformed file is refused with line and field, and a good one plays", async ({ page }) => {
  await open(page);
  const error = page.locator(".drop [role=alert]");
  const good = suiteLine();
  const cases: [string, string, RegExp][] = [
    ["empty.jsonl", "", /empty|no task/i],
    ["text.jsonl", "this is no JSON", /line 1/],
    ["second.jsonl", `${good}\n{"graph_id": `, /line 2/],
    ["field.jsonl", `${good}\n${suiteLine((t) => (t["colour"] = "red"))}`, /line 2.*colour/],
    ["missing.jsonl", suiteLine((t) => delete t["params"]), /line 1.*params/],
    ["weight.jsonl", suiteLine((t) => (t["params"]["coeff_density_freq"] = "two")), /line 1.*coeff_density_freq/],
    ["cycle.jsonl", suiteLine((t) => {
      t["nodes"]["moisture"]["computation"] = "base_moisture + coeff_density_moisture * density";
      t["params"]["coeff_density_moisture"] = 1;
      t["edges"].push({ from: "density", to: "moisture" });
    }), /line 1.*cycle/i],
    ["edge.jsonl", suiteLine((t) => t["edges"].pop()), /line 1.*edge/i],
    ["name.jsonl", `[${markup}`, /line 1/],
    ["binary.jsonl", "\u0000\u0001\u0002PNG\r\n", /line 1/],
  ];
  for (const [name, text, told] of cases) {
    await drop(page, name, text);
    await expect(error, name).toContainText(`${name}: `);
    await expect(error, name).toHaveText(told);
  }
  await expectOnlyText(page);
  await drop(page, "my own suite.jsonl", `${good}\n${good.replace("own_0", "own_1")}\n`);
  await expect(error).toHaveCount(0);
  await expect(page.getByLabel("Suite", { exact: true })).toHaveValue("imported/my_own_suite");
  await page.getByLabel("Task, 0 to 1").fill("1");
  await page.getByRole("button", { name: "Play this task" }).click();
  await expect.poll(() => observe(page)).toMatchObject({ task: "imported/my_own_suite/1-v1", variables: [{}, {}, {}] });
});

test("a file in the released form plays when it is chosen", async ({ page }) => {
  const file = await readFile(new URL("./testdata/own.jsonl", import.meta.url), "utf8");
  await open(page);
  await page.locator("input[type=file]").setInputFiles({ name: "own.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(file) });
  await expect(page.getByLabel("Suite", { exact: true })).toHaveValue("imported/own");
  await page.getByRole("button", { name: "Play this task" }).click();
  await expect.poll(async () => (await observe(page)).task).toBe("imported/own/0-v1");
});

test("a file dropped anywhere in the lab leads to its tasks", async ({ page }) => {
  await open(page, "?suite=3nodes&index=0");
  const text = await readFile(new URL("./testdata/own.jsonl", import.meta.url), "utf8");
  // Onto the room, which is a window of its own, while another episode is played.
  const room = page.frames().find((f) => f.url().includes("room.html"))!;
  await room.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "own.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await expect(page.getByLabel("Suite", { exact: true })).toHaveValue("imported/own");
  await page.getByRole("button", { name: "Play this task" }).click();
  await expect.poll(async () => (await observe(page)).task).toBe("imported/own/0-v1");
  // A broken one is told of where it is dropped, and the episode goes on.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["{}"], "broken.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText(/broken\.jsonl: .*line 1/)).toBeVisible();
  expect((await observe(page)).task).toBe("imported/own/0-v1");
});
