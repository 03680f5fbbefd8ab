// The line between room and panel: drag it, or move it with the arrow keys.

import { signal } from "@preact/signals";

const least = 340;
const usual = 456;
const width = signal(usual);

function most(): number {
  return Math.max(least, Math.min(760, innerWidth - 360));
}

function resize(to: number): void {
  width.value = Math.round(Math.min(most(), Math.max(least, to)));
  document.documentElement.style.setProperty("--panel-width", `${width.value}px`);
}

export function Splitter() {
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panels"
      aria-valuemin={least}
      aria-valuemax={most()}
      aria-valuenow={width.value}
      tabIndex={0}
      onKeyDown={(e) => {
        const by = { ArrowLeft: 24, ArrowRight: -24 }[e.key];
        if (by !== undefined) resize(width.value + by);
        else if (e.key === "Home") resize(least);
        else if (e.key === "End") resize(most());
        else return;
        e.preventDefault();
      }}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        e.preventDefault();
      }}
      onPointerMove={(e) => {
        if (e.currentTarget.hasPointerCapture(e.pointerId)) resize(innerWidth - e.clientX);
      }}
      onDblClick={() => resize(usual)}
    />
  );
}
