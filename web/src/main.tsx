// The page's start: reads the query, draws the page, and waits for the room to
// hand over its port.

import { render } from "preact";
import { App } from "./app";
import { applyAppearance } from "./appearance";
import { openDoors } from "./doors";
import { currentKey } from "./persistence";
import { readQuery } from "./query";
import { connect } from "./session";
import { port, problems, screen, toast, watching } from "./store";

const search = location.search;
const asked = readQuery(search);
watching.value = asked.door === "agent";
if (watching.value) {
  // A program that reads the address must not learn which task it plays. The
  // door stays, so that a reload cannot open the others.
  history.replaceState(null, "", "?door=agent");
  screen.value = "play";
}
problems.value = asked.problems;
// What was asked for comes up without the start screen before it.
if (asked.setup !== null || currentKey() !== null) screen.value = "play";
applyAppearance();

const opened = openDoors(watching.value);

function takePort(given: Port): void {
  connect(given, asked, search)
    .then(() => {
      applyAppearance();
      opened(given);
    })
    .catch((error: unknown) => report(error));
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

render(<App onPort={takePort} />, document.getElementById("app")!);
