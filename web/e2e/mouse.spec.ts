// A whole episode by mouse, as much of it as can be done in the room.

import { readFile } from "node:fs/promises";
import { boxOf, clickOn, control, downloadedLog, dragBetween, expect, expectReplays, names, object, observe, open, tab, test, truthOf } from "./lab";

const task = "causalab/4nodes/17-v1";

test("an episode is played by mouse in the room and replays to the same result", async ({ page, folder }) => {
  await open(page, "?suite=4nodes&index=17&seed=3");
  const { truth } = await truthOf(page, task, { seed: 3 });

  await test.step("the archive shows the records, the crystal opens its control", async () => {
    await tab(page, "Plot").click();
    await clickOn(page, "archive");
    await expect(tab(page, "Notebook")).toHaveAttribute("aria-selected", "true");
    await clickOn(page, "manipulator");
    await expect(control(page)).toBeVisible();
  });

  const { variables } = await observe(page);
  const first = variables[0]!.name;
  await test.step("a property is set, its effects are shown", async () => {
    await control(page).getByRole("radio", { name: names[first]! }).check();
    await control(page).getByLabel("Value, any number").fill("83,5");
    await control(page).getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("group", { name: "What is left to spend" })).toContainText("11 left");
    const { records, changed } = await observe(page);
    expect(records.at(-1)).toMatchObject({ intervention: { target_prop: first, target_value: 83.5 } });
    const row = page.getByRole("row").filter({ hasText: "base 83.5" });
    await expect(row).toBeVisible();
    for (const c of changed) await expect(row).toContainText(c.to.toFixed(2).replace("-", "−"));
    await control(page).getByRole("button", { name: "Close the control" }).click();
    await expect(control(page)).toBeHidden();
  });

  await test.step("arrows are dragged, turned round and removed on the whiteboard", async () => {
    await expect(object(page, `node:${first}`)).toHaveCount(1);
    for (const e of truth.edges) await dragBetween(page, `node:${e.from}`, `node:${e.to}`);
    for (const e of truth.edges) await expect(object(page, `edge:${e.from}>${e.to}`)).toHaveCount(1);
    const { from, to } = truth.edges[0]!;
    await clickOn(page, `edge:${from}>${to}`);
    await expect(object(page, `reverse:${from}>${to}`)).toHaveCount(1);
    await clickOn(page, `reverse:${from}>${to}`);
    await expect(object(page, `edge:${to}>${from}`)).toHaveCount(1);
    await clickOn(page, `edge:${to}>${from}`);
    await clickOn(page, `remove:${to}>${from}`);
    await expect(object(page, `edge:${to}>${from}`)).toHaveCount(0);
    await dragBetween(page, `node:${from}`, `node:${to}`);
    await expect(object(page, `edge:${from}>${to}`)).toHaveCount(1);
  });

  await test.step("the whiteboard opens the hypothesis, where the equation is written", async () => {
    // Its frame, below the paper: the paper itself takes arrows.
    const board = await boxOf(page, "whiteboard");
    await page.mouse.click(board.x + board.width * 0.5, board.y + board.height * 0.97);
    await expect(tab(page, "Hypothesis")).toHaveAttribute("aria-selected", "true");
    const frequency = truth.mechanisms.find((m) => m.name === "resonanceFreq")!;
    await page.getByLabel("Base", { exact: true }).fill(String(frequency.base));
    for (const t of frequency.terms) await page.getByLabel(`${names[t.parent]} ×`).fill(String(t.weight));
    await expect(page.getByText("3 of 3 records fit")).toHaveCount(0); // there are four
    await expect(page.getByText("4 of 4 records fit")).toBeVisible();
  });

  await test.step("the reactor takes the submission", async () => {
    await clickOn(page, "reactor");
    await expect(tab(page, "Reactor")).toHaveAttribute("aria-selected", "true");
    await page.getByRole("button", { name: "from my hypothesis" }).click();
    await page.getByRole("button", { name: "Submit…" }).click();
    const dialog = page.getByRole("dialog", { name: /^Submit/ });
    await dialog.getByRole("button", { name: /^Submit .* Hz$/ }).click();
  });

  await test.step("both kinds of score, the truth and the hypothesis are shown", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Right, and for the right reason." })).toBeVisible();
    await expect(page.getByRole("region", { name: "Your prediction" })).toContainText("Exactly right");
    await expect(page.getByRole("region", { name: "Your mechanism" })).toContainText("1.00");
    await expect(page.getByRole("img", { name: /^True graph/ })).toBeVisible();
    await expect(page.getByRole("img", { name: /^Your graph/ })).toBeVisible();
  });

  await test.step("the log replays natively, its times rise, and its result is the page's", async () => {
    const file = await downloadedLog(page, folder);
    await expectReplays(file);
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n").map((l) => JSON.parse(l));
    const [header, ...events] = lines;
    expect(header).toMatchObject({ format: "causalab.trajectory/1", task, seed: 3, player: { kind: "human" } });
    const times = events.filter((e) => "t_ms" in e).map((e) => e.t_ms as number);
    expect(times.length).toBeGreaterThan(3);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const types = events.map((e) => e.type as string);
    expect(types.filter((t) => t === "intervention")).toHaveLength(1);
    expect(types.at(-1)).toBe("result");
  });
});
