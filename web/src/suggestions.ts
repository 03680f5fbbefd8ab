// Tasks that the start screen offers with one press.

import type { Setup } from "./query";
import { taskOf } from "./query";
import type { SuiteInfo } from "./types";

/** A small task for a newcomer: two properties and the frequency. */
export const firstTask: Setup = { task: taskOf("3nodes", 0), seed: 1, options: { residuals: true } };

/** Any task of the released suites whose rules a person can learn on the way. */
export function surprise(suites: readonly SuiteInfo[], random: () => number = Math.random): Setup {
  const fit = suites.filter((s) => !s.golden && !s.disturbance && !s.sampled && s.nodes <= 5 && s.count > 0);
  const chosen = fit[Math.floor(random() * fit.length)] ?? suites[0];
  if (!chosen) return firstTask;
  return {
    task: taskOf(chosen.name, Math.floor(random() * chosen.count)),
    seed: Math.floor(random() * 1000),
    options: { residuals: true },
  };
}
