/** Files dropped and addresses pasted on the page, which open the Add Memory panel. */

import Upload from "lucide-react/icons/upload";
import { useEffect, useEffectEvent, useState } from "react";
import type { Incoming } from "./kinds";

/** Returns the address if the text is nothing else. */
function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : undefined;
}

/** Whether what is typed or pasted there belongs to something else: a field, or whatever is open over the page. */
function isTaken(target: EventTarget | null): boolean {
  const inField = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
  return Boolean(inField || document.querySelector('[role="dialog"]'));
}

/**
 * Calls back with the files that are dropped anywhere on the page, and with an address that is pasted beside every
 * field. Lies over the page while files are held over it, unless the panel is open, which has a place of its own.
 */
export default function DropAndPaste({
  open,
  onIncoming,
}: {
  open: boolean;
  onIncoming: (incoming: Incoming) => void;
}) {
  const [held, setHeld] = useState(false);
  const bring = useEffectEvent(onIncoming);

  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      // Else the browser would leave the page, and open the file in its place.
      event.preventDefault();
      setHeld(true);
    };
    let entered: EventTarget | null = null;
    const enter = (event: DragEvent) => {
      entered = event.target;
      hold(event);
    };
    const leave = ({ target }: DragEvent) => {
      // Passing from one element to the next leaves the first one too, after the next was entered. Safari does not say where it goes.
      if (target === entered) setHeld(false);
    };
    const drop = (event: DragEvent) => {
      setHeld(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      bring({ files });
    };
    const paste = (event: ClipboardEvent) => {
      const link = addressIn(event.clipboardData?.getData("text/plain") ?? "");
      if (event.defaultPrevented || !link || isTaken(event.target)) return;
      event.preventDefault();
      bring({ link });
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragover", hold);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragover", hold);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
      window.removeEventListener("paste", paste);
    };
  }, []);

  if (!held || open) return null;
  return (
    <div className="drop-here" aria-hidden="true">
      <p>
        <Upload className="i i-l" />
        Drop to add
      </p>
    </div>
  );
}
