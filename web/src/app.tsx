// The page: header, room, panel, and what lies over them.

import { useEffect } from "preact/hooks";
import { redo, undo } from "./editing";
import { EndScreen } from "./end";
import { FailureNotice, WithoutCanvas } from "./failure";
import { Header } from "./header";
import { HelpDialog, WelcomeDialog } from "./help";
import { ManipulatorControl } from "./manipulator";
import { Mirror } from "./mirror";
import { Panel } from "./panel";
import { Picker } from "./picker";
import { RoomFrame } from "./roomframe";
import { GiveUpDialog, SubmitDialog } from "./confirm";
import { announcement, dialog, done, failure, manipulatorOpen, observation, playing, port, result, screen } from "./store";
import { Toasts } from "./toasts";
import { isStill } from "./appearance";

interface Props {
  onPort: (port: Port) => void;
}

/** How long the room shows the outcome before the scores come, in milliseconds. */
const outcomePause = 1400;

export function App({ onPort }: Props) {
  useEffect(() => {
    addEventListener("keydown", undoByKey);
    addEventListener("keydown", closeByKey);
    return () => {
      removeEventListener("keydown", undoByKey);
      removeEventListener("keydown", closeByKey);
    };
  }, []);
  const ended = done.value && result.value !== null;
  useEffect(() => {
    if (!ended || screen.value !== "play") return;
    const timer = setTimeout(() => (screen.value = "end"), isStill() ? 0 : outcomePause);
    return () => clearTimeout(timer);
  }, [ended]);
  useEffect(() => {
    // The button that led here is gone, and the focus with it.
    const lost = document.activeElement === document.body;
    if (screen.value === "play" && dialog.value === null && lost) document.getElementById("title")?.focus();
  }, [screen.value]);
  const stopped = port.value === null && observation.value !== null;
  const over = screen.value !== "play" || dialog.value !== null;
  return (
    <>
      {screen.value === "play" && (
        <a class="skip" href="#panel">
          Skip to the notebook and panels
        </a>
      )}
      <div class="page" data-screen={screen.value} inert={over}>
        <Header />
        <main class="stage" aria-label="Lab">
          <RoomFrame onPort={onPort} />
          <Mirror />
          {port.value && !port.value.room && <WithoutCanvas />}
          {failure.value && screen.value === "play" && <FailureNotice />}
          {port.value && playing.value && <ManipulatorControl />}
        </main>
        {!stopped && <Panel />}
      </div>
      {screen.value === "picker" && <Picker />}
      {screen.value === "end" && <EndScreen />}
      {dialog.value === "help" && <HelpDialog />}
      {dialog.value === "welcome" && <WelcomeDialog />}
      {port.value && dialog.value === "submit" && <SubmitDialog />}
      {port.value && dialog.value === "give-up" && <GiveUpDialog />}
      <Toasts />
      <div class="hidden" role="status" aria-live="polite" id="announcement">
        {announcement.value}
      </div>
    </>
  );
}

/** Escape closes the manipulator's control from anywhere in the page; dialogs close themselves. */
function closeByKey(e: KeyboardEvent): void {
  if (e.key === "Escape" && dialog.value === null) manipulatorOpen.value = false;
}

/** Ctrl+Z and Ctrl+Y act on the hypothesis, except inside fields, which have an undo of their own. */
function undoByKey(e: KeyboardEvent): void {
  if (!(e.ctrlKey || e.metaKey) || e.altKey) return;
  const target = e.target as Element;
  if (target.matches("input:not([type=range]), textarea, select")) return;
  const key = e.key.toLowerCase();
  if (key === "z" && !e.shiftKey) undo();
  else if (key === "y" || (key === "z" && e.shiftKey)) redo();
  else return;
  e.preventDefault();
}
