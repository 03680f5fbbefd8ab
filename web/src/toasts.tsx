// Short messages at the foot of the page.

import { downloadLog } from "./download";
import { closeToast, toasts } from "./store";

export function Toasts() {
  return (
    <div class="toasts" role="region" aria-label="Messages">
      {toasts.value.map((t) => (
        <div key={t.id} class={`toast ${t.kind}`} role={t.kind === "error" ? "alert" : "status"}>
          <span>{t.text}</span>
          {t.log && (
            <button type="button" onClick={downloadLog}>
              Download log
            </button>
          )}
          <button type="button" class="quiet icon" aria-label="Close message" onClick={() => closeToast(t.id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
