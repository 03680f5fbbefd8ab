// The frame that holds the room's canvas. It is rendered once and never moved:
// moving a frame in the document would reload the program.

import { useEffect, useRef } from "preact/hooks";
import { failure } from "./store";

/** What room.ts tells the page through events on the frame element. */
export interface RoomEvents {
  "causalab-port": Port;
  "causalab-failure": string;
}

export function RoomFrame({ onPort }: { onPort: (port: Port) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const takePort = (e: Event) => onPort((e as CustomEvent<Port>).detail);
    const takeFailure = (e: Event) => {
      failure.value = { title: "The lab could not be started", detail: (e as CustomEvent<string>).detail };
    };
    element.addEventListener("causalab-port", takePort);
    element.addEventListener("causalab-failure", takeFailure);
    element.src = `room.html${new URLSearchParams(location.search).get("door") === "agent" ? "?door=agent" : ""}`;
    return () => {
      element.removeEventListener("causalab-port", takePort);
      element.removeEventListener("causalab-failure", takeFailure);
    };
  }, []);
  return <iframe ref={frame} class="room-frame" title="The lab, seen from above" id="room" />;
}
