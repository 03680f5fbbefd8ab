// What the page says when the program does not start, or starts without its picture.

import { failure, port } from "./store";

export function FailureNotice() {
  const f = failure.value;
  if (!f) return null;
  return (
    <div class="notice" role="alert">
      <h2>{f.title}</h2>
      <p>{f.detail}</p>
      {!port.value && (
        <>
          <p>
            Reload the page first. If that does not help, use a current version of Firefox, Chrome, Edge or Safari, and
            check that an extension does not block WebAssembly.
          </p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Reload
          </button>
        </>
      )}
    </div>
  );
}

/** A page whose room cannot be drawn is played in its panels. */
export function WithoutCanvas() {
  return (
    <div class="notice quiet-notice" role="status">
      <h2>The room cannot be drawn</h2>
      <p>
        This browser has no WebGL 2, or it is switched off. Everything can be done without the picture: open the lab’s
        objects from the list, and use the panels.
      </p>
    </div>
  );
}
