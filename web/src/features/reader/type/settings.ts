/** How a text is set for its reader, kept in this browser. */

import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored";

export const MEASURES = ["narrow", "normal", "wide"] as const;
export const SIZES = [1, 2, 3, 4, 5] as const;
export const LEADINGS = ["tight", "normal", "loose"] as const;
export const FONTS = ["newsreader", "inter", "legible"] as const;

export type TypeSettings = {
  measure: (typeof MEASURES)[number];
  size: (typeof SIZES)[number];
  leading: (typeof LEADINGS)[number];
  font: (typeof FONTS)[number];
  sepia: boolean;
};

export const USUAL: TypeSettings = { measure: "normal", size: 3, leading: "normal", font: "newsreader", sepia: false };

const KEY = "readingType";
const listeners = new Set<() => void>();
let [raw, parsed]: [string | null, TypeSettings] = [null, USUAL];
/** What could not be stored: it holds until the page is left. */
let unstored: string | undefined;

/** Parses what is stored; what is not valid is as usual. */
export function parseType(text: string | null): TypeSettings {
  let found: Partial<Record<keyof TypeSettings, unknown>> = {};
  try {
    found = Object(JSON.parse(text ?? "{}"));
  } catch {
    // Not ours.
  }
  const one = <T>(all: readonly T[], value: unknown, usual: T) => all.find((known) => known === value) ?? usual;
  return {
    measure: one(MEASURES, found.measure, USUAL.measure),
    size: one(SIZES, found.size, USUAL.size),
    leading: one(LEADINGS, found.leading, USUAL.leading),
    font: one(FONTS, found.font, USUAL.font),
    sepia: found.sepia === true,
  };
}

function current(): TypeSettings {
  const text = unstored ?? stored(KEY);
  if (text !== raw) [raw, parsed] = [text, parseType(text)];
  return parsed;
}

function subscribe(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    unstored = undefined;
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

/** Returns how text is set, in all open pages alike. */
export const useType = () => useSyncExternalStore(subscribe, current);

export function changeType(change: Partial<TypeSettings>): void {
  const text = JSON.stringify({ ...current(), ...change });
  try {
    localStorage.setItem(KEY, text);
    unstored = undefined;
  } catch {
    unstored = text;
  }
  for (const listener of listeners) listener();
}

const WIDTH = { narrow: "35rem", normal: "41rem", wide: "48rem" };
const SIZE = { 1: "1rem", 2: "1.09375rem", 3: "1.1875rem", 4: "1.3125rem", 5: "1.5rem" };
const LINE = { tight: "1.5", normal: "1.68", loose: "1.9" };
const FONT = {
  newsreader: "var(--font-serif)",
  inter: "var(--font-sans)",
  legible: 'Verdana, "DejaVu Sans", "Segoe UI", sans-serif',
};

/** The custom properties that a text is set by. */
export function typeStyle({ measure, size, leading, font }: TypeSettings): Record<string, string> {
  return {
    "--read-measure": WIDTH[measure],
    "--read-size": SIZE[size],
    "--read-leading": LINE[leading],
    "--read-font": FONT[font],
  };
}
