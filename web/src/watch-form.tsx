// Choosing a reference player to watch at the chosen task.

import { useState } from "preact/hooks";
import { listPlayers, type PlayerInfo } from "./analyst";
import { Choice } from "./fields";
import { watch } from "./guest";
import type { Setup } from "./query";

interface Props {
  /** The chosen task, or what is wrong with the choice. */
  made: { setup: Setup } | { problem: string } | null;
  onProblem: (message: string) => void;
}

export function WatchForm({ made, onProblem }: Props) {
  const [players, setPlayers] = useState<PlayerInfo[] | null>(null);
  const [name, setName] = useState("scientist");
  const [busy, setBusy] = useState(false);
  const open = (isOpen: boolean) => {
    if (isOpen && !players) listPlayers().then(setPlayers, (e: unknown) => onProblem(told(e)));
  };
  const player = players?.find((p) => p.name === name);
  const go = async () => {
    if (!made || !player) return;
    if ("problem" in made) return onProblem(made.problem);
    setBusy(true);
    try {
      const slip = await watch(made.setup, player);
      if (slip) onProblem(slip.message);
    } catch (error) {
      onProblem(told(error));
    }
    setBusy(false);
  };
  return (
    <details class="watch-form" onToggle={(e) => open(e.currentTarget.open)}>
      <summary>Watch a player at it</summary>
      {!players && <p class="dim">Fetching the players…</p>}
      {players && (
        <>
          <div class="form-row">
            <Choice label="Player" value={name} choices={players.map((p) => ({ value: p.name, label: p.title }))} onChange={setName} />
            <button type="button" disabled={busy || !made} onClick={() => void go()}>
              Watch
            </button>
          </div>
          {player && <p class="dim">{player.description}</p>}
        </>
      )}
    </details>
  );
}

function told(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
