// What the data of an episode still allowed: the number of graphs (IMEC) after
// each step, counted in the engine's Worker when the end screen asks for it.

import { useEffect, useState } from "preact/hooks";
import { countGraphs, type Count } from "./analyst";
import { header, port } from "./store";
import type { GameResult } from "./result";

export function EvidenceCard({ r }: { r: GameResult }) {
  const [counts, setCounts] = useState<Count[] | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    countGraphs(header.value!.task, port.value!.trajectory()).then(
      (c) => here && setCounts(c),
      (e: unknown) => here && setFailure(e instanceof Error ? e.message : String(e)),
    );
    return () => void (here = false);
  }, [r]);
  return (
    <section class="card" aria-labelledby="evidence-title">
      <h2 id="evidence-title">What the data allowed</h2>
      {failure && <p>The graphs could not be counted: {failure}</p>}
      {!failure && counts === undefined && <p class="dim">Counting the graphs that fit…</p>}
      {counts === null && (
        <p>With something unmeasured at work, the number of graphs that fit the data (IMEC) is not defined.</p>
      )}
      {counts && <Counted counts={counts} />}
    </section>
  );
}

function Counted({ counts }: { counts: Count[] }) {
  const last = counts[counts.length - 1]!;
  const changes = counts.flatMap((c, step) => (step === 0 || c !== counts[step - 1] ? [{ step, c }] : []));
  return (
    <>
      <p class="figure">
        {String(last) === "1"
          ? "One graph fits everything that was measured."
          : `${grouped(last)} graphs fit everything that was measured.`}
      </p>
      <p class="dim">
        Counted exactly over all acyclic graphs (IMEC). Only an intervention can lower it; what was written down does not count here.
      </p>
      <table class="scores">
        <caption class="hidden">Graphs that fit, by step</caption>
        <tbody>
          {changes.map(({ step, c }) => (
            <tr key={step}>
              <th scope="row">{step === 0 ? "with the first records" : `after step ${step}`}</th>
              <td>{grouped(c)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A whole number with thin spaces between its thousands. */
function grouped(n: Count): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}
