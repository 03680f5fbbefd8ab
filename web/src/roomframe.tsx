// The frame that holds the room's canvas. It is rendered once and never moved:
// moving a frame in the document would reload the program.

import { batch } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { takeDrops } from "./dropped";
import { failure, port } from "./store";

export function RoomFrame({ onPort }: { onPort: (port: Port) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const takePort = (e: Event) => {
      takeDrops(element.contentWindow!);
      onPort((e as CustomEvent<Port>).detail);
    };
    const takeFailure = (e: Event) => {
      const detail = (e as CustomEvent<string>).detail;
      batch(() => {
        failure.value = { title: port.value ? "The lab has stopped" : "The lab could not be started", detail };
        port.value = null;
      });
    };
    element.addEventListener("causalab-port", takePort);
    element.addEventListener("causalab-failure", takeFailure);
    element.src = `room.html${new URLSearchParams(location.search).get("door") === "agent" ? "?door=agent" : ""}`;
    return () => {
      element.removeEventListener("causalab-port", takePort);
      element.removeEventListener("causalab-failure", takeFailure);
    };
  }, []);
  // Events of room.ts on the frame: "causalab-port" with the port, "causalab-failure" with a sentence.
  return <iframe ref={frame} class="room-frame" title="The lab, seen from above" id="room" />;
}
