// The end of an episode: prediction and mechanism scored side by side, truth
// beside hypothesis, and how it came about step by step.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Curves } from "./curves";
import { copy, downloadLog, downloadResult } from "./download";
import { EvidenceCard } from "./evidence";
import { GraphPicture, judge, layoutOf } from "./graphs";
import { listed, nameOf } from "./names";
import { fixed, short } from "./numbers";
import { partsOf, queryOf, taskOf, type Setup } from "./query";
import type { GameResult } from "./result";
import { effortScores, mechanismHeadline, mechanismScores, type ScoreRow } from "./scores";
import { start } from "./session";
import { TrueMechanisms } from "./truth";
import { agentDoor, header, observation, result, screen, setup, suites, toast } from "./store";
import { FREQUENCY, type Header, type Hypothesis, type Variable } from "./types";

export function EndScreen() {
  const r = result.value;
  const o = observation.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  if (!r || !o) return null;
  const own = ownerOf(header.value);
  const judged = judge(r.truth.edges, r.hypothesis.edges ?? []);
  const layout = layoutOf(o.variables, r.truth.edges, r.hypothesis.edges ?? []);
  return (
    <div class="overlay solid">
      <main class="end-screen" aria-labelledby="end-title">
        <header class="end-head">
          <h1 id="end-title" tabIndex={-1} ref={heading}>
            {headline(r)}
          </h1>
          <button type="button" onClick={() => (screen.value = "play")}>
            Back to the lab
          </button>
        </header>
        <div class="two">
          <PredictionCard r={r} own={own} />
          <section class="card" aria-labelledby="mechanism-title">
            <h2 id="mechanism-title">{own("mechanism")}</h2>
            <p class="figure">{mechanismHeadline(r)}</p>
            <ScoreTable rows={mechanismScores} r={r} caption="Scores of the mechanism" />
          </section>
        </div>
        <section class="card" aria-labelledby="graphs-title">
          <h2 id="graphs-title">Truth beside hypothesis</h2>
          <div class="two graphs">
            <GraphPicture title="True graph" variables={o.variables} edges={judged.truth} layout={layout} />
            <GraphPicture title={own("graph")} variables={o.variables} edges={judged.claimed} layout={layout} />
          </div>
          <ul class="graph-legend" aria-hidden="true">
            <li class="right">right</li>
            <li class="missing">? not in the hypothesis</li>
            <li class="extra">✕ not in the truth</li>
            <li class="reversed">⇄ turned round</li>
          </ul>
          <table class="equations">
            <caption class="hidden">The frequency’s equation</caption>
            <tbody>
              <tr>
                <th scope="row">True equation</th>
                <td>{inWords(r.truth.equation, o.variables)}</td>
              </tr>
              <tr>
                <th scope="row">{own("equation")}</th>
                <td>{ownEquation(r.hypothesis, o.variables)}</td>
              </tr>
            </tbody>
          </table>
          <TrueMechanisms mechanisms={r.truth.mechanisms} variables={o.variables} />
          {r.truth.disturbance && (
            <p>
              Something unmeasured was at work: after each intervention it moved{" "}
              {listed(r.truth.disturbance.affected.map((n) => nameOf(o.variables, n)))} by −{short(r.truth.disturbance.range)}, 0 or +
              {short(r.truth.disturbance.range)}.
            </p>
          )}
        </section>
        <section class="card" aria-labelledby="curves-title">
          <h2 id="curves-title">Step by step</h2>
          <Curves curve={r.curve} />
        </section>
        <EvidenceCard r={r} />
        {!agentDoor.value && <Next />}
      </main>
    </div>
  );
}

/** Names a part of the play by who played: "Your graph", or that of the player who was watched. */
function ownerOf(h: Header | null): (part: string) => string {
  const player = h?.player;
  if (!player || player.kind === "human") return (part) => `Your ${part}`;
  const name = player.name ? player.name.charAt(0).toUpperCase() + player.name.slice(1) : "The program";
  return (part) => `${name}’s ${part}`;
}

function headline(r: GameResult): string {
  if (r.outcome === "gave_up") return "Given up. Here is how it worked.";
  if (r.outcome === "truncated") return "Out of steps. Here is how it worked.";
  if (r.accuracy && r.scores.shd === 0) return "Right, and for the right reason.";
  if (r.accuracy) return "The reactor lights up.";
  return "The reactor stays dark.";
}

function PredictionCard({ r, own }: { r: GameResult; own: (part: string) => string }) {
  const submitted = r.submitted !== undefined;
  return (
    <section class="card" aria-labelledby="prediction-title">
      <h2 id="prediction-title">{own("prediction")}</h2>
      <p class={r.accuracy ? "figure good" : "figure bad"}>
        {!submitted ? "None was submitted." : r.exact ? "✓ Exactly right." : r.accuracy ? "✓ Right: less than 5 Hz off." : "✗ Wrong: 5 Hz off or more."}
      </p>
      <table class="scores">
        <caption class="hidden">Scores of the prediction</caption>
        <tbody>
          {submitted && (
            <tr>
              <th scope="row">Predicted</th>
              <td>{fixed(r.submitted!)} Hz</td>
            </tr>
          )}
          <tr>
            <th scope="row">The true frequency</th>
            <td>{fixed(r.true_frequency)} Hz</td>
          </tr>
          {r.error_hz !== undefined && (
            <tr>
              <th scope="row">Off by</th>
              <td>{fixed(r.error_hz)} Hz</td>
            </tr>
          )}
          {r.submissions.length > 1 && (
            <tr>
              <th scope="row">All submissions</th>
              <td>{r.submissions.map((s) => fixed(s)).join(", ")} Hz</td>
            </tr>
          )}
        </tbody>
      </table>
      <h3>What it took</h3>
      <ScoreTable rows={effortScores} r={r} caption="What it took" />
      {r.accuracy === 1 && r.scores.shd > 0 && (
        <p class="dim">The number is right although the mechanism is not. That is why both are scored.</p>
      )}
      {submitted && r.accuracy === 0 && r.scores.shd === 0 && (
        <p class="dim">The arrows are right although the number is not. That is why both are scored.</p>
      )}
    </section>
  );
}

function ScoreTable({ rows, r, caption }: { rows: readonly ScoreRow[]; r: GameResult; caption: string }) {
  return (
    <table class="scores">
      <caption class="hidden">{caption}</caption>
      <tbody>
        {rows.map((row) => {
          const figure = row.figure(r);
          if (figure === null) return null;
          return (
            <tr key={row.title}>
              <th scope="row">
                {row.title}
                <small>{row.words}</small>
              </th>
              <td>
                {figure}
                {row.detail && <small>{row.detail(r)}</small>}
                {row.share && <Share of={row.share(r)} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A bar for a share from 0 to 1; the figure beside it says the same. */
function Share({ of }: { of: number }) {
  return (
    <span class="share" aria-hidden="true">
      <i style={{ width: `${Math.max(0, Math.min(1, of)) * 100}%` }} />
    </span>
  );
}

/** An equation of the hypothesis language with display names, its terms in the order of the variables. */
function inWords(equation: string, variables: readonly Variable[]): string {
  let text = inOrder(equation, variables);
  for (const v of variables) text = text.replaceAll(new RegExp(`\\b${v.name}\\b`, "g"), nameOf(variables, v.name));
  return text.replaceAll("*", "·").replaceAll("^2", "²").replaceAll("-", "−");
}

/** Sorts the terms of an equation that is a plain sum, so that two of them can be compared by eye. */
function inOrder(equation: string, variables: readonly Variable[]): string {
  const [left, right] = equation.split(" = ");
  const [base, ...terms] = (right ?? "").split(/ (?=[+-] )/);
  const parentOf = (term: string) => term.match(/^[+-] \S+\*([A-Za-z]\w*)(?:\^[12])?$/)?.[1];
  const placeOf = (term: string) => variables.findIndex((v) => v.name === parentOf(term));
  if (!/^\S+$/.test(base ?? "") || terms.some((t) => placeOf(t) < 0)) return equation;
  return `${left} = ${[base, ...terms.sort((a, b) => placeOf(a) - placeOf(b))].join(" ")}`;
}

function ownEquation(h: Hypothesis, variables: readonly Variable[]): string {
  if (!h.freq_equation) return "not stated";
  const numbers = h.freq_equation.replace(/[A-Za-z_]\w*/g, (name) => {
    if (name === FREQUENCY || variables.some((v) => v.name === name)) return name;
    const value = h.coefficients[name];
    return value === null ? "?" : value === undefined ? name : String(value);
  });
  return inWords(numbers.replaceAll("+ -", "- "), variables);
}

function Next() {
  const s = setup.value;
  if (!s) return null;
  const parts = partsOf(s.task);
  const count = suites.value.find((x) => x.name === parts?.suite)?.count ?? 0;
  const go = async (next: Setup) => {
    const slip = await start(next);
    if (slip) toast(slip.message, "error");
  };
  const link = new URL(queryOf(s), location.href).href;
  return (
    <section class="card" aria-labelledby="next-title">
      <h2 id="next-title">And now</h2>
      <div class="row">
        {parts && parts.index + 1 < count && (
          <button type="button" class="primary" onClick={() => void go({ ...s, task: taskOf(parts.suite, parts.index + 1) })}>
            Next task
          </button>
        )}
        <button type="button" onClick={() => void go({ ...s, seed: s.seed + 1 })}>
          Same mechanism, other crystals
        </button>
        <button type="button" onClick={() => (screen.value = "picker")}>
          Choose a task
        </button>
        <button type="button" onClick={() => void copy(link, "The link is")}>
          Copy link to this task
        </button>
        <button type="button" onClick={downloadLog}>
          Download log
        </button>
        <button type="button" onClick={downloadResult}>
          Download result
        </button>
      </div>
    </section>
  );
}
