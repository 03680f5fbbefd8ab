// Light or dark, still or moving: what the system says unless the person chose
// otherwise. Kept in localStorage where that is allowed.

import { signal } from "@preact/signals";
import { port } from "./store";

export type ThemeChoice = "system" | "light" | "dark";
export type MotionChoice = "system" | "reduced" | "full";

export const theme = signal<ThemeChoice>(kept("theme", ["light", "dark"]) ?? "system");
export const motion = signal<MotionChoice>(kept("motion", ["reduced", "full"]) ?? "system");

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Counts up when colours change, for what is drawn on a canvas. */
export const appearance = signal(0);

export function isLight(): boolean {
  return theme.value === "system" ? light.matches : theme.value === "light";
}

export function isStill(): boolean {
  return motion.value === "system" ? still.matches : motion.value === "reduced";
}

/** Brings the choice to the document and the room. */
export function applyAppearance(): void {
  const root = document.documentElement;
  root.dataset["theme"] = isLight() ? "light" : "dark";
  root.dataset["motion"] = isStill() ? "reduced" : "full";
  port.value?.room?.setTheme(isLight() ? "light" : "dark");
  port.value?.room?.setReducedMotion(isStill());
  appearance.value++;
}

export function chooseTheme(choice: ThemeChoice): void {
  theme.value = choice;
  keep("theme", choice);
  applyAppearance();
}

export function chooseMotion(choice: MotionChoice): void {
  motion.value = choice;
  keep("motion", choice);
  applyAppearance();
}

light.addEventListener("change", applyAppearance);
still.addEventListener("change", applyAppearance);

function kept<T extends string>(name: string, allowed: readonly T[]): T | null {
  try {
    const value = localStorage.getItem(`causalab.${name}`);
    return allowed.find((a) => a === value) ?? null;
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`causalab.${name}`, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}
