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

/** The theme of prerendered HTML. */
const inPage = (): Theme => "dark";

function toggle(): void {
  localStorage.setItem(KEY, writeTheme(current() === "dark" ? "light" : "dark"));
  for (const listener of listeners) listener();
}

/** Returns the theme and a function that toggles it. Other tabs follow. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, current, inPage);
  useEffect(() => {
    // During hydration the theme is briefly that of the prerendered HTML, and must not be applied.
    if (theme === current()) applyTheme(theme);
  }, [theme]);
  return { theme, toggle };
}
