import { useSyncExternalStore } from "react";

/** Narrower windows are a phone's, in CSS pixels. As in the style sheets. */
const NARROW = 600;

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** Whether the window is a phone's, followed as it changes. */
export function useNarrow(): boolean {
  return useSyncExternalStore(onResize, () => window.innerWidth < NARROW);
}
