// The equations of all variables, for the end of an episode: what a player never
// sees before, and a teacher wants to talk about.

import { nameOf } from "./names";
import { short } from "./numbers";
import type { TrueMechanism } from "./result";
import type { Variable } from "./types";

export function TrueMechanisms({ mechanisms, variables }: { mechanisms: readonly TrueMechanism[]; variables: readonly Variable[] }) {
  return (
    <details>
      <summary>How every variable is made</summary>
      <table class="equations">
        <caption class="hidden">The true equation of each variable</caption>
        <tbody>
          {mechanisms.map((m) => (
            <tr key={m.name}>
              <th scope="row">{nameOf(variables, m.name)}</th>
              <td>{equationOf(m, variables)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dim">A base that can be set belongs to each crystal and is its own; the others are the same in all crystals.</p>
    </details>
  );
}

function equationOf(m: TrueMechanism, variables: readonly Variable[]): string {
  const terms = m.terms.map((t) => {
    const sign = t.weight < 0 ? "−" : "+";
    return ` ${sign} ${short(Math.abs(t.weight))}·${nameOf(variables, t.parent)}${t.power === 2 ? "²" : ""}`;
  });
  return `${m.base === undefined ? "its base" : short(m.base)}${terms.join("")}`;
}
