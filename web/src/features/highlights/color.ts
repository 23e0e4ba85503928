/** The colour that was used last, kept in this browser. */

import type { Color } from "@/document/marks";
import { stored } from "@/lib/stored";
import { isColor } from "./model";

const KEY = "markColor";

export function lastColor(): Color {
  const kept = stored(KEY);
  return isColor(kept) ? kept : "amber";
}

export function setLastColor(color: Color): void {
  try {
    localStorage.setItem(KEY, color);
  } catch {
    // Without storage the next mark is amber again.
  }
}
