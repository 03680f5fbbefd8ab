// A modal dialog: the browser's own, which keeps focus inside, gives it back,
// and closes on Escape.

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

export function Modal({ title, onClose, children, wide }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // At once, not after the next frame: keys that follow quickly belong to the dialog.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // What had the focus may be gone with its screen: then reading goes on at the page's title.
      const kept = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const back = kept ? before : document.getElementById("title");
      // Once all of this change is drawn: until then the page below takes no focus.
      queueMicrotask(() => back?.focus());
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "modal wide" : "modal"}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
      onPointerDown={(e) => {
        if (e.target === element.current) onClose();
      }}
    >
      <div class="modal-inside">
        <div class="modal-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet icon" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
