// The start screen: one button for a newcomer, every choice for the others.

import { useEffect, useState } from "preact/hooks";
import { copy } from "./download";
import { suiteNameOf } from "./dropped";
import { FailureNotice } from "./failure";
import { Choice } from "./fields";
import { OptionFields, optionsOf, type Choices } from "./options";
import { forget, unfinished, type SavedEpisode } from "./persistence";
import { partsOf, queryOf, taskOf, type Setup } from "./query";
import { importSuite, resume, start } from "./session";
import { firstTask, surprise } from "./suggestions";
import { dialog, droppedSuite, failure, observation, port, problems, screen, setup, suites } from "./store";
import type { SuiteInfo } from "./types";
import { WatchForm } from "./watch-form";

interface Chosen extends Choices {
  suite: string;
  index: string;
  seed: string;
}

export function Picker() {
  const [kept, setKept] = useState<SavedEpisode[]>([]);
  const [error, setError] = useState<string | null>(null);
  const ready = port.value !== null;
  useEffect(() => {
    if (ready) void unfinished().then(setKept);
  }, [ready]);
  const begin = async (s: Setup) => setError((await start(s))?.message ?? null);
  return (
    <div class="overlay">
      <main class="picker" aria-labelledby="picker-title">
        <div class="hero">
          <div>
            <h1 id="picker-title">Causal lab</h1>
            <p class="lead">
              A crystal’s properties cause one another by rules nobody shows. Intervene, work out the mechanism, and
              predict the frequency of a crystal you cannot touch.
            </p>
          </div>
          <HeroDrawing />
        </div>
        {problems.value.length > 0 && (
          <div class="slips" role="alert">
            <p>The link that opened this page cannot be followed:</p>
            <ul>
              {problems.value.map((p) => (
                <li key={p}>{p}</li>
              ))}
            </ul>
          </div>
        )}
        {error && (
          <p class="slips" role="alert">
            {error}
          </p>
        )}
        <FailureNotice />
        {!failure.value && (
          <>
            <div class="row big">
              <button
                type="button"
                class="primary large"
                disabled={!ready}
                onClick={() =>
                  void begin(firstTask).then(() => {
                    if (screen.value === "play") dialog.value = "welcome";
                  })
                }
              >
                {ready ? "Start" : "Preparing the lab…"}
              </button>
              <button type="button" class="large" disabled={!ready} onClick={() => void begin(surprise(suites.value))}>
                Surprise me
              </button>
              <button type="button" class="large quiet" onClick={() => (dialog.value = "help")}>
                How this works
              </button>
              {observation.value && (
                <button type="button" class="large quiet" onClick={() => (screen.value = "play")}>
                  Back to the lab
                </button>
              )}
            </div>
            <p class="dim">Start is a small task with two properties. It takes about five minutes.</p>
            <Unfinished kept={kept} setKept={setKept} />
            {ready && <TaskForm onStart={(s) => void begin(s)} />}
          </>
        )}
      </main>
    </div>
  );
}

function Unfinished({ kept, setKept }: { kept: SavedEpisode[]; setKept: (k: SavedEpisode[]) => void }) {
  const others = kept.filter((k) => k.step > 0 || k.draft.edges.length > 0).slice(0, 4);
  if (others.length === 0) return null;
  return (
    <section class="card" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">Go on where you were</h2>
      <ul class="kept">
        {others.map((k) => (
          <li key={k.key}>
            <span>
              {partsOf(k.task)?.suite ?? k.task} / {partsOf(k.task)?.index ?? ""}
              <span class="dim">
                {" "}
                step {k.step}, {new Date(k.savedAt).toLocaleString()}
              </span>
            </span>
            <button type="button" class="small" onClick={() => void resume(k)}>
              Go on
            </button>
            <button
              type="button"
              class="quiet icon"
              aria-label="Remove this unfinished task"
              onClick={() => {
                void forget(k.key);
                setKept(kept.filter((x) => x !== k));
              }}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function initial(): Chosen {
  const s = setup.value;
  const parts = s ? partsOf(s.task) : null;
  const o = s?.options ?? {};
  return {
    suite: parts && suites.value.some((x) => x.name === parts.suite) ? parts.suite : (suites.value[0]?.name ?? ""),
    index: String(parts?.index ?? 0),
    seed: String(s?.seed ?? 0),
    graphs: o.graphs === undefined ? "" : String(o.graphs),
    protocol: o.protocol === "released" ? "released" : "paper",
    budget: o.observations !== undefined ? `${o.observations}o${o.interventions}i` : "",
    semantics: o.semantics ?? "",
    evidence: o.evidence ?? "",
    verification: o.verification ?? "",
    submissions: o.submissions === undefined ? "" : String(o.submissions),
    embodied: o.embodied ?? false,
    residuals: o.residuals ?? true,
  };
}

function TaskForm({ onStart }: { onStart: (s: Setup) => void }) {
  const [chosen, setChosen] = useState(initial);
  const [message, setMessage] = useState<string | null>(null);
  const info = suites.value.find((s) => s.name === chosen.suite);
  const dropped = droppedSuite.value;
  useEffect(() => {
    if (dropped === null) return;
    droppedSuite.value = null;
    setChosen((c) => ({ ...c, suite: dropped, index: "0" }));
  }, [dropped]);
  const change = (part: Partial<Chosen>) => {
    setMessage(null);
    setChosen((c) => ({ ...c, ...part }));
  };
  const made = info ? setupOf(chosen, info) : null;
  return (
    <section class="card" aria-labelledby="choose-title">
      <h2 id="choose-title">Choose a task</h2>
      <form
        class="task-form"
        onSubmit={(e) => {
          e.preventDefault();
          if (!made) setMessage("Choose a suite.");
          else if ("problem" in made) setMessage(made.problem);
          else onStart(made.setup);
        }}
      >
        <div class="form-row which">
          <Choice
            label="Suite"
            value={chosen.suite}
            choices={suites.value.map((s) => ({ value: s.name, label: s.name.startsWith("imported/") ? `${s.title || s.name} (your file)` : s.title || s.name }))}
            onChange={(suite) => change({ suite })}
          />
          <Text label={`Task, 0 to ${(info?.count ?? 1) - 1}`} value={chosen.index} onInput={(index) => change({ index })} />
          <Text label="Seed" value={chosen.seed} onInput={(seed) => change({ seed })} />
          <button type="button" onClick={() => change({ index: String(Math.floor(Math.random() * (info?.count ?? 1))) })}>
            Any task
          </button>
        </div>
        {info && <p class="dim">{describe(info)}</p>}
        <OptionFields choices={chosen} onChange={change} suite={info} />
        {message && (
          <p class="field-error" role="alert">
            {message}
          </p>
        )}
        <div class="row">
          <button type="submit" class="primary">
            Play this task
          </button>
          <button
            type="button"
            disabled={!made || "problem" in made}
            onClick={() => {
              if (made && !("problem" in made)) void copy(new URL(queryOf(made.setup), location.href).href, "The link is");
            }}
          >
            Copy link to it
          </button>
        </div>
      </form>
      <WatchForm made={made} onProblem={setMessage} />
      <FileDrop onAdded={(s) => change({ suite: s.name, index: "0" })} />
    </section>
  );
}

function Text({ label, value, onInput }: { label: string; value: string; onInput: (text: string) => void }) {
  return (
    <label class="text-field">
      <span>{label}</span>
      <input type="text" inputMode="numeric" value={value} onInput={(e) => onInput(e.currentTarget.value)} />
    </label>
  );
}

function describe(s: SuiteInfo): string {
  const parts = [`${s.count} ${s.count === 1 ? "task" : "tasks"}`, `${s.nodes - 1} properties and the frequency`, s.family];
  if (s.golden) parts.push("with a chain of interventions that can be handed over");
  if (s.sampled) parts.push("sampled when asked for");
  if (s.disturbance) parts.push("with an unmeasured disturbance");
  return `${parts.join(", ")}.`;
}

function setupOf(c: Chosen, info: SuiteInfo): { setup: Setup } | { problem: string } {
  const whole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : null);
  const index = whole(c.index);
  if (index === null || index >= info.count) return { problem: `The task is a whole number from 0 to ${info.count - 1}.` };
  const seed = whole(c.seed);
  if (seed === null || !Number.isSafeInteger(seed)) return { problem: "The seed is a whole number from 0." };
  const options = optionsOf(c, info);
  if ("problem" in options) return options;
  return { setup: { task: taskOf(info.name, index), seed, options: options.options } };
}

function FileDrop({ onAdded }: { onAdded: (s: SuiteInfo) => void }) {
  const [message, setMessage] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const answer = importSuite(suiteNameOf(file.name), await file.text());
    if ("message" in answer) {
      setMessage(`${file.name}: ${answer.message}`);
      return;
    }
    setMessage(null);
    onAdded(answer);
  };
  return (
    <div
      class={over ? "drop over" : "drop"}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        void take(e.dataTransfer?.files[0]);
      }}
    >
      <label>
        Play a suite file of your own (JSON Lines in the released form): choose it or drop it here.
        <input
          type="file"
          accept=".jsonl,.json,application/jsonl"
          onChange={(e) => {
            void take(e.currentTarget.files?.[0]);
            e.currentTarget.value = "";
          }}
        />
      </label>
      {message && (
        <p class="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

function HeroDrawing() {
  return (
    <svg class="hero-drawing" viewBox="0 0 160 120" aria-hidden="true">
      <circle class="glow" cx="80" cy="54" r="46" />
      <path class="fill-teal" d="M80 8 L106 44 L95 98 L65 98 L54 44 Z" />
      <path class="fill-shine" d="M80 8 L106 44 L80 54 Z" />
      <path class="fill-light" d="M80 8 L54 44 L80 54 Z" />
      <path class="fill-shade" d="M80 54 L95 98 L65 98 Z" />
      <ellipse class="line teal" cx="80" cy="102" rx="48" ry="10" />
    </svg>
  );
}
