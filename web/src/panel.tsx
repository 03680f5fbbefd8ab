// The panel beside the room: four tabs, and below them what is always at hand.

import { Coach } from "./coach";
import { WatchBar } from "./watchbar";
import { Hypothesis } from "./hypothesis";
import { fixed } from "./numbers";
import { headingOf } from "./names";
import { Notebook } from "./notebook";
import { Plot } from "./plot";
import { Reactor } from "./reactor";
import { openObject, openTab } from "./session";
import { Splitter } from "./splitter";
import { observation, playing, screen, tab, watching, type Tab } from "./store";

const tabs: readonly { id: Tab; label: string }[] = [
  { id: "notebook", label: "Notebook" },
  { id: "plot", label: "Plot" },
  { id: "hypothesis", label: "Hypothesis" },
  { id: "reactor", label: "Reactor" },
];

export function Panel() {
  if (!observation.value) {
    return (
      <aside class="panel" id="panel" aria-label="Panels">
        <p class="panel-body dim">Preparing the lab…</p>
      </aside>
    );
  }
  return (
    <aside class="panel" id="panel" aria-label="Panels" tabIndex={-1}>
      <Splitter />
      <div class="tabs" role="tablist" aria-label="Panels" onKeyDown={moveByKey}>
        {tabs.map((t) => (
          <button
            key={t.id}
            type="button"
            role="tab"
            id={`tab-${t.id}`}
            aria-selected={tab.value === t.id}
            aria-controls={`panel-${t.id}`}
            tabIndex={tab.value === t.id ? 0 : -1}
            onClick={() => openTab(t.id)}
          >
            {t.label}
          </button>
        ))}
      </div>
      <Coach />
      <WatchBar />
      <div
        class="panel-body"
        role="tabpanel"
        id={`panel-${tab.value}`}
        aria-labelledby={`tab-${tab.value}`}
        tabIndex={0}
        key={tab.value}
      >
        {tab.value === "notebook" && <Notebook />}
        {tab.value === "plot" && <Plot />}
        {tab.value === "hypothesis" && <Hypothesis />}
        {tab.value === "reactor" && <Reactor />}
      </div>
      <Foot />
    </aside>
  );
}

/** Arrow keys move between tabs, as screen readers announce it. */
function moveByKey(e: KeyboardEvent): void {
  const at = tabs.findIndex((t) => t.id === tab.value);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  const next = tabs[(to + tabs.length) % tabs.length]!;
  openTab(next.id);
  document.getElementById(`tab-${next.id}`)?.focus();
}

function Foot() {
  const o = observation.value!;
  if (watching.value) return null;
  if (!playing.value) {
    return (
      <div class="foot">
        <button type="button" class="primary" onClick={() => (screen.value = "end")}>
          Show the result
        </button>
      </div>
    );
  }
  const canSet = o.phase === "experiment" && o.budget.interventions.left > 0;
  const atReactor = tab.value === "reactor";
  return (
    <div class="foot">
      {o.reactor && !atReactor && (
        <dl class={`reactor-line beside-${tab.value}`} aria-label="Reactor crystal">
          <div class="reactor-word">
            <dt>Reactor</dt>
            <dd />
          </div>
          {o.variables
            .filter((v) => v.name in o.reactor!)
            .map((v) => (
              <div key={v.name}>
                <dt title={v.display_name}>{headingOf(v, 3)}</dt>
                <dd>{fixed(o.reactor![v.name]!)}</dd>
              </div>
            ))}
        </dl>
      )}
      <div class="foot-actions">
        <button type="button" class={canSet && !atReactor ? "primary" : ""} disabled={!canSet} id="set-property" onClick={() => openObject("manipulator")}>
          Set a property
        </button>
        {!atReactor && (
          <button type="button" class={canSet ? "" : "primary"} onClick={() => openTab("reactor")}>
            {o.reactor ? "Predict frequency" : "To the reactor"}
          </button>
        )}
      </div>
    </div>
  );
}
