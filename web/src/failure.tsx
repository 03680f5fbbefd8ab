// What the page says when the program does not start.

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
