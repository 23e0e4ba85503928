import { useEffect, useSyncExternalStore } from "react";
import { applyTheme, KEY, readTheme, type Theme, writeTheme } from "./model";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

function current(): Theme {
  return readTheme(localStorage.getItem(KEY));
}

function toggle(): void {
  localStorage.setItem(KEY, writeTheme(current() === "dark" ? "light" : "dark"));
  for (const listener of listeners) listener();
}

/** The theme, and the way to turn it over. Other tabs follow. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current);
  useEffect(() => applyTheme(theme), [theme]);
  return { theme, toggle };
}
