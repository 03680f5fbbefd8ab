import { expect, test } from "@playwright/test";
import { partsOf, queryOf, readQuery, type Setup } from "./query";

test("suite, index and options make a setup", () => {
  const q = readQuery(
    "?suite=4nodes&index=17&seed=3&protocol=released&budget=2o12i&submissions=2&steps=40&semantics=shift&evidence=online&verification=required&embodied=on&residuals=off",
  );
  expect(q.problems).toEqual([]);
  expect(q.setup).toEqual({
    task: "causalab/4nodes/17-v1",
    seed: 3,
    options: {
      protocol: "released",
      observations: 2,
      interventions: 12,
      submissions: 2,
      steps: 40,
      semantics: "shift",
      evidence: "online",
      verification: "required",
      embodied: true,
    },
  });
});

test("a task id stands for suite and index", () => {
  expect(readQuery("?task=causalab/4nodes/17-v1").setup).toEqual({
    task: "causalab/4nodes/17-v1",
    seed: 0,
    options: { residuals: true },
  });
});

test("no query names no task and is no problem", () => {
  expect(readQuery("")).toEqual({ setup: null, door: null, alias: null, problems: [] });
});

test("the agent door shows no residuals unless asked to", () => {
  const q = readQuery("?door=agent&task=causalab/4nodes/17-v1&alias=lab-9");
  expect(q.door).toBe("agent");
  expect(q.alias).toBe("lab-9");
  expect(q.setup?.options).toEqual({});
});

const bad: [string, string][] = [
  ["?suite=4nodes&index=-1", "index=-1"],
  ["?suite=4nodes&index=x", "index=x"],
  ["?suite=4nodes&seed=1.5", "seed=1.5"],
  ["?suite=4nodes&protocol=mine", "protocol=mine"],
  ["?suite=4nodes&budget=12", "2o12i"],
  ["?suite=4nodes&submissions=0", "submissions=0"],
  ["?suite=4nodes&embodied=yes", "embodied=yes"],
  ["?suite=4nodes&index=1&index=2", "more than once"],
  ["?suite=4nodes&speed=3", "speed"],
  ["?task=4nodes/17", "task id"],
  ["?task=causalab/4nodes/17-v1&suite=4nodes", "either task"],
  ["?suite=sampled-4nodes&graphs=-2", "graphs=-2"],
  ["?index=3", "suite"],
  ["?seed=3", "names no task"],
  ["?door=back", "door=back"],
  ["?suite=../x", "suite"],
];
for (const [search, part] of bad) {
  test(`${search} is reported`, () => {
    const q = readQuery(search);
    expect(q.setup).toBeNull();
    expect(q.problems.join(" ")).toContain(part);
  });
}

const setups: Setup[] = [
  { task: "causalab/4nodes/17-v1", seed: 0, options: { residuals: true } },
  { task: "causalab/3nodes/0-v1", seed: 9007199254740991, options: {} },
  { task: "causalab/sampled-4nodes/17-v1", seed: 4, options: { graphs: 5, residuals: true } },
  { task: "imported/mine/2-v1", seed: 1, options: { residuals: true, embodied: true, protocol: "released" } },
  {
    task: "causalab/4nodes_golden/4-v1",
    seed: 2,
    options: { observations: 3, interventions: 0, evidence: "golden", verification: "required", steps: 9, submissions: 1, semantics: "target" },
  },
];
for (const setup of setups) {
  test(`the link to ${setup.task} leads back to it`, () => {
    const q = readQuery(queryOf(setup));
    expect(q.problems).toEqual([]);
    expect(q.setup).toEqual(setup);
  });
}

test("an id has its suite and index", () => {
  expect(partsOf("causalab/4nodes/17-v1")).toEqual({ suite: "4nodes", index: 17 });
  expect(partsOf("imported/mine/2-v1")).toEqual({ suite: "imported/mine", index: 2 });
  expect(partsOf("hidden task")).toBeNull();
});
