// Every object of the canvas stands here in the DOM too, with its role, label,
// state and rectangle: screen readers and the keyboard reach what the mouse
// reaches. A box lies over its object and lets the mouse through; it is seen
// when it has the focus.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { objects, observation, port } from "./store";
import { openObject } from "./session";
import type { LabObject } from "./types";

/** Shows all boxes with their names as a list over the room. */
export const mirrorShown = signal(false);

/** Objects whose activation opens a panel of the page. */
const places = ["archive", "manipulator", "whiteboard", "reactor"];

export function Mirror() {
  const [origin, setOrigin] = useState({ x: 0, y: 0 });
  useEffect(() => {
    const frame = document.getElementById("room")!;
    const measure = () => {
      const { x, y } = frame.getBoundingClientRect();
      setOrigin((before) => (before.x === x && before.y === y ? before : { x, y }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(frame);
    watch.observe(document.body);
    // In a low window the page scrolls, and the room with it.
    addEventListener("scroll", measure, { passive: true });
    return () => {
      watch.disconnect();
      removeEventListener("scroll", measure);
    };
  }, []);
  const drawn = port.value?.room !== undefined;
  const shown = drawn ? objects.value : withoutCanvas();
  if (shown.length === 0) return null;
  return (
    <ul class={mirrorShown.value || !drawn ? "mirror listed" : "mirror"} aria-label="Lab objects">
      {shown.map((o) => (
        <li key={o.id}>
          <button
            type="button"
            data-object={o.id}
            data-role={o.role}
            data-x={o.rect.x + origin.x}
            data-y={o.rect.y + origin.y}
            data-width={o.rect.width}
            data-height={o.rect.height}
            style={{
              left: `${o.rect.x}px`,
              top: `${o.rect.y}px`,
              width: `${o.rect.width}px`,
              height: `${o.rect.height}px`,
            }}
            onClick={() => activate(o)}
          >
            <span>
              {o.label}
              {o.state && <small>{`, ${o.state}`}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function activate(object: LabObject): void {
  const room = port.value!.room;
  if (room) room.activate(object.id);
  else openObject(object.id);
}

/** The four places, for a page whose canvas could not be drawn. */
function withoutCanvas(): LabObject[] {
  if (!port.value || !observation.value) return [];
  return places.map((id, i) => ({
    id,
    role: "button",
    label: id[0]!.toUpperCase() + id.slice(1),
    state: "",
    rect: { x: 16, y: 16 + i * 60, width: 160, height: 48 },
  }));
}
