import { useEffect, useState } from "react";
import { isCovered } from "@/lib/hotkeys";

/** Whether the text alone is shown; the header is out of reach meanwhile, and Escape ends it. */
export function useFocusMode(): { focused: boolean; toggle: () => void } {
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    if (!focused) return;
    const header = document.querySelector("header");
    header?.toggleAttribute("inert", true);
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isCovered()) return;
      // The page stays open.
      event.preventDefault();
      setFocused(false);
    };
    window.addEventListener("keydown", leave, { capture: true });
    return () => {
      header?.removeAttribute("inert");
      window.removeEventListener("keydown", leave, { capture: true });
    };
  }, [focused]);
  return { focused, toggle: () => setFocused((before) => !before) };
}
