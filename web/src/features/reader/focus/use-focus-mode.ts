import { useEffect, useState } from "react";
import { isCovered } from "@/lib/hotkeys";

export type FocusMode = { focused: boolean; toggle: () => void };

/** Whether the text alone is shown; the header is out of reach meanwhile, and Escape ends it. */
export function useFocusMode(): FocusMode {
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    if (!focused) return;
    const header = document.querySelector("header");
    header?.toggleAttribute("inert", true);
    let covered = false;
    const look = () => {
      covered = isCovered();
    };
    // What is open within the text has taken the key by then; what closes the page has not had it yet.
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || covered) return;
      event.preventDefault();
      setFocused(false);
    };
    window.addEventListener("keydown", look, { capture: true });
    document.addEventListener("keydown", leave);
    return () => {
      header?.removeAttribute("inert");
      window.removeEventListener("keydown", look, { capture: true });
      document.removeEventListener("keydown", leave);
    };
  }, [focused]);
  return { focused, toggle: () => setFocused((before) => !before) };
}
