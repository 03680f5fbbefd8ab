// Help for a first-time player: what is seen, what an intervention does, what
// to hand in, how it is scored.

import { Modal } from "./modal";
import { dialog, header, observation, screen } from "./store";

const close = () => (dialog.value = null);

export function WelcomeDialog() {
  return (
    <Modal title="Three things to know" onClose={close}>
      <ol class="cards">
        <li>
          <Crystal />
          <p>
            <b>Set and see.</b> Every crystal follows the same hidden rules. Set a property of the manipulator’s crystal
            and watch which readings follow.
          </p>
        </li>
        <li>
          <Arrows />
          <p>
            <b>Write it down.</b> Draw an arrow from each cause to its effect, and give the frequency’s equation its
            numbers.
          </p>
        </li>
        <li>
          <Ring />
          <p>
            <b>Predict.</b> The reactor holds another crystal. Say what its frequency is, before the interventions run
            out.
          </p>
        </li>
      </ol>
      <div class="row end">
        <button type="button" class="primary" onClick={close}>
          Begin
        </button>
      </div>
    </Modal>
  );
}

export function HelpDialog() {
  const o = observation.value;
  const target = o?.semantics === "target";
  const released = o?.protocol === "released";
  const given = header.value?.options.evidence === "golden";
  const quadratic = o?.family.startsWith("quadratic") ?? false;
  return (
    <Modal title="How this works" onClose={close} wide>
      <div class="help">
        <Crystal />
        <section>
          <h3>What you see</h3>
          <p>
            Crystals have properties such as density or moisture, and a resonance frequency. Some properties cause
            others, and some cause the frequency. The same rules hold for every crystal; only the starting values
            differ. The archive has records of crystals measured before, the manipulator has one that you may change,
            and the reactor has one whose frequency nobody shows.
          </p>
          <p>
            A reading is a base of its own plus what its causes add: for each cause a number, its coefficient, times what the cause reads
            {quadratic ? ", and another times its square" : ""}.
          </p>
        </section>
        <Arrows />
        <section>
          <h3>What an intervention does</h3>
          <p>
            {target
              ? "It gives one property a value. The property reads that value at once, and follows its causes again when they move later."
              : "It gives one property a value. That value becomes the property’s base; what its causes add to it stays, so the reading can differ from what was set."}{" "}
            All that depends on the property moves with it, directly or through others. As a rule, what does not move does
            not depend on it.{" "}
            {given
              ? "In this task the interventions were made for you; the notebook has them."
              : "Each intervention uses one of your budget and stays in force."}
          </p>
          {o?.family === "linear-hidden" && (
            <p>In this task something that is not measured may push readings about after each intervention.</p>
          )}
        </section>
        <Equation quadratic={quadratic} />
        <section>
          <h3>What you hand in</h3>
          <p>
            The arrows from cause to effect, the frequency’s equation with its numbers, and the reactor crystal’s
            frequency in Hz. {released ? "Open the reactor first; that locks the manipulator for good. You have three submissions." : ""}
          </p>
          {header.value?.options.embodied && <p>You are on foot in this task: each walk to another place is a step.</p>}
        </section>
        <Ring />
        <section>
          <h3>How it is scored</h3>
          <p>
            Twice. The prediction is right if it is less than 5 Hz off. The mechanism is compared with the true one:
            which arrows are right, missing, extra or turned round, and whether the numbers of the equation are right. A
            lucky guess scores on the first and not on the second.
          </p>
        </section>
        <span />
        <section>
          <h3>By keyboard</h3>
          <p>
            Tab reaches everything, also the objects in the room. Arrow keys walk when the room has the focus and move
            between the tabs. Escape closes, Ctrl+Z takes back a change of the hypothesis. A decimal comma is as good as
            a point.
          </p>
        </section>
      </div>
      <div class="row end">
        <button type="button" class="primary" onClick={close}>
          {screen.value === "play" ? "Back to the lab" : "Close"}
        </button>
      </div>
    </Modal>
  );
}

function Crystal() {
  return (
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <path class="fill-teal" d="M32 6 L46 24 L40 50 L24 50 L18 24 Z" />
      <path class="fill-shine" d="M32 6 L46 24 L32 29 Z" />
      <path class="fill-shade" d="M32 29 L40 50 L24 50 Z" />
      <path class="line" d="M14 56 H50" />
    </svg>
  );
}

function Arrows() {
  return (
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <rect class="line" x="4" y="8" width="22" height="14" rx="7" />
      <rect class="line" x="4" y="42" width="22" height="14" rx="7" />
      <rect class="line amber" x="40" y="25" width="22" height="14" rx="7" />
      <path class="line teal" d="M26 17 L38 28 M38 28 l-7 -1 M38 28 l-2 -7" />
      <path class="line teal" d="M26 47 L38 36 M38 36 l-7 1 M38 36 l-2 7" />
    </svg>
  );
}

function Equation({ quadratic }: { quadratic: boolean }) {
  return (
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <rect class="line" x="4" y="16" width="56" height="32" rx="6" />
      <text x="32" y="37" text-anchor="middle">
        {quadratic ? "25 + ?x²" : "25 + 2x"}
      </text>
    </svg>
  );
}

function Ring() {
  return (
    <svg class="drawing" viewBox="0 0 64 64" aria-hidden="true">
      <circle class="line violet" cx="32" cy="30" r="24" />
      <path class="fill-violet" d="M32 12 L40 24 L37 46 L27 46 L24 24 Z" />
      <text x="32" y="63" text-anchor="middle">
        ? Hz
      </text>
    </svg>
  );
}
