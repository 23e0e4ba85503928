/** Keys as people press them, and whether a press is meant for the page. */

import { isApple, worksNow } from "./key-names";
import { isOpening } from "./opening";

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing"> & {
  getModifierState?: (key: string) => boolean;
};

/**
 * A key press in words: "a", "?", "shift+q", "mod+k" (⌘ or Ctrl), "escape"; empty for what is no key of ours. The character
 * counts, wherever a keyboard has it, so shift is said with letters and named keys alone. A layout without Latin letters
 * goes by the place of the key.
 */
export function keyOf(press: Press, apple = isApple()): string {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press;
  const third = press.getModifierState?.("AltGraph") ?? false;
  // An input method reports the keys that it takes as "Process".
  if (isComposing || key === undefined || key === "Process" || key === "Dead" || (altKey && !third)) return "";
  const mod = !third && (apple ? metaKey : ctrlKey);
  if (!third && (apple ? ctrlKey : metaKey)) return "";
  const placed = /^\P{ASCII}$/u.test(key) && /^Key([A-Z])$/.exec(code)?.[1];
  const name = (placed || key).toLowerCase();
  const shift = shiftKey && (name.length > 1 || /[a-z]/.test(name));
  return `${mod ? "mod+" : ""}${shift ? "shift+" : ""}${name}`;
}

/** Whether an action's keys, alternatives apart by a space, hold this one. */
export function hasKey(keys: string, key: string): boolean {
  return key !== "" && keys.split(" ").includes(key);
}

const WRITING =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]";
/** A dialog that is a page by itself, as an opened memory is, leaves the keys their meaning. */
const OVERLAYS = "[role=dialog]:not([data-closed], [data-as-page]), [role=alertdialog]:not([data-closed]), [role=menu]";

/** Whether something lies over the page and has the keys. */
export function isCovered(): boolean {
  return document.querySelector(OVERLAYS) !== null;
}

/** The shortcuts that also work in text fields. */
const EVERYWHERE = ["mod+k"];

/**
 * Returns the shortcut of a key press on the page, else "". Handled, repeated and typed keys are none, nor are those that
 * belong to an overlay or are switched off.
 */
export function pageKeyOf(event: KeyboardEvent): string {
  if (event.defaultPrevented || event.repeat) return "";
  const key = keyOf(event);
  if (isOpening() || isCovered()) return "";
  if (EVERYWHERE.includes(key)) return key;
  if (event.target instanceof Element && event.target.closest(WRITING)) return "";
  return worksNow(key) ? key : "";
}
