// The page's start: reads the query, draws the page, and waits for the room to
// hand over its port.

import { render } from "preact";
import { countGraphs } from "./analyst";
import { App } from "./app";
import { applyAppearance } from "./appearance";
import { openDoors } from "./doors";
import { takeDrops } from "./dropped";
import { currentKey } from "./persistence";
import { readQuery } from "./query";
import { connect } from "./session";
import { agentDoor, port, problems, screen, toast } from "./store";

/**
 * The query of the link that was opened, or null while the page is loaded again
 * without it. A program that plays through the agent's door must not learn from
 * the address which task it plays, and the browser's list of page loads keeps
 * every address. So the query waits in the tab's storage and is removed from
 * there before the program can look. The door stays in the address: a reload
 * cannot open the others.
 */
function takeSearch(): string | null {
  const clean = "?door=agent";
  const key = "causalab.door";
  const given = location.search;
  if (new URLSearchParams(given).get("door") !== "agent") return given;
  try {
    if (given !== clean) {
      sessionStorage.setItem(key, given);
      // Going to another address would tell it where the page came from.
      history.replaceState(null, "", clean);
      location.reload();
      return null;
    }
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept ?? clean;
  } catch {
    // Without storage the address is at least not shown any more.
    history.replaceState(null, "", clean);
    return given;
  }
}

function begin(search: string): void {
  const asked = readQuery(search);
  agentDoor.value = asked.door === "agent";
  problems.value = asked.problems;
  // What was asked for comes up without the start screen before it.
  if (agentDoor.value || asked.setup !== null || currentKey() !== null) screen.value = "play";
  applyAppearance();
  const open = openDoors(agentDoor.value, countGraphs);
  const takePort = (given: Port): void => {
    connect(given, asked, search)
      .then(() => {
        applyAppearance();
        open(given);
      })
      .catch((error: unknown) => report(error));
  };
  takeDrops(window);
  render(<App onPort={takePort} />, document.getElementById("app")!);
}

function report(error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error);
  toast(`Something went wrong: ${detail}. Your log is safe.`, "error", port.value !== null);
}

addEventListener("error", (e) => {
  // Browsers report this one when a frame is resized twice in one go; it means nothing.
  if (!e.message.startsWith("ResizeObserver loop")) report(e.error ?? e.message);
});
addEventListener("unhandledrejection", (e) => report(e.reason));

const search = takeSearch();
if (search !== null) begin(search);
