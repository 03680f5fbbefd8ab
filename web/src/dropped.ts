// A suite file that is dropped anywhere on the page, the room included. The
// start screen has a field for it; elsewhere it leads there.

import { importSuite } from "./session";
import { agentDoor, droppedSuite, port, screen, toast } from "./store";

/** The suite name that a file's name stands for. */
export function suiteNameOf(file: string): string {
  return file.replace(/\.[^.]*$/, "").replace(/[^\w-]+/g, "_") || "file";
}

async function take(file: File): Promise<void> {
  if (!port.value) return;
  const answer = importSuite(suiteNameOf(file.name), await file.text());
  if ("message" in answer) {
    toast(`${file.name}: ${answer.message}`, "error");
    return;
  }
  droppedSuite.value = answer.name;
  screen.value = "picker";
}

/** Takes files dropped on a window: the page's, and that of the room in its frame. */
export function takeDrops(target: EventTarget): void {
  const hasFile = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
  target.addEventListener("dragover", (event) => {
    // Without this the browser would leave the page for the file.
    if (hasFile(event as DragEvent)) event.preventDefault();
  });
  target.addEventListener("drop", (event) => {
    const e = event as DragEvent;
    const taken = e.defaultPrevented; // by the start screen's own field
    if (hasFile(e)) e.preventDefault();
    const file = e.dataTransfer?.files[0];
    if (file && !taken && !agentDoor.value) void take(file);
  });
}
