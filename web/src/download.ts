// Handing the person their own log and result.

import { observation, port, result, toast } from "./store";

export function downloadLog(): void {
  if (port.value && observation.value) save("trajectory.jsonl", port.value.trajectory(), "application/jsonl");
}

export function downloadResult(): void {
  if (result.value) save("result.json", `${JSON.stringify(result.value, null, 2)}\n`, "application/json");
}

/** Copies text and says so; `what` names it in the sentence. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    toast("The browser did not allow copying.", "error");
  }
}

function save(kind: string, text: string, type: string): void {
  const task = (observation.value?.task ?? "task").replace(/^\w+\//, "").replace(/[^\w-]+/g, "-");
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `causalab-${task}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
