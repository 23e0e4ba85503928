import { useEffect, useSyncExternalStore } from "react";
import { stored } from "@/lib/stored";
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
  return readTheme(stored(KEY));
}

/** What prerendered HTML is drawn for. */
const inPage = (): Theme => "dark";

function toggle(): void {
  localStorage.setItem(KEY, writeTheme(current() === "dark" ? "light" : "dark"));
  for (const listener of listeners) listener();
}

/** The theme, and the way to turn it over. Other tabs follow. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current, inPage);
  useEffect(() => {
    // While a prerendered page is taken over, the theme is for a moment that of its HTML, and not in place.
    if (theme === current()) applyTheme(theme);
  }, [theme]);
  return { theme, toggle };
}
