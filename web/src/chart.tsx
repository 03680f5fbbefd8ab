// uPlot inside preact: made anew when its options change, fitted to its box.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { short } from "./numbers";

interface Props {
  label: string;
  height: number;
  /** Options without a size; made anew whenever `of` changes. */
  options: () => Omit<uPlot.Options, "width" | "height">;
  data: () => uPlot.AlignedData;
  of: readonly unknown[];
}

export function Chart({ label, height, options, data, of }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current!;
    const plot = new uPlot({ ...options(), width: Math.max(200, element.clientWidth), height } as uPlot.Options, data(), element);
    const watch = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [...of, height]);
  return <div class="chart" ref={box} role="img" aria-label={label} />;
}

/** A colour of the present theme, by the name of its custom property. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** An axis in the theme's colours. */
export function axis(label: string, more: Partial<uPlot.Axis> = {}): uPlot.Axis {
  return {
    label,
    stroke: colour("dim"),
    font: "11px system-ui, sans-serif",
    labelFont: "12px system-ui, sans-serif",
    labelSize: 18,
    labelGap: 0,
    gap: 4,
    // Plain digits: a thousands mark would be mistaken for a decimal one.
    values: (_, ticks) => ticks.map((t) => (t === null ? "" : short(t))),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { stroke: colour("line"), width: 1, size: 4 },
    ...more,
  };
}
