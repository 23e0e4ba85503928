/** How keys are written for people. */

import { singleKeysOn } from "./single-keys";

/** Whether ⌘ is the key that commands, as on Apple's machines, and not Ctrl. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}

const NAMES: Record<string, string> = {
  escape: "Esc",
  enter: "↵",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
  shift: "⇧",
};

/** What stands on the keys of one stroke: "mod+k" is ⌘ and K, or Ctrl and K. */
export function keyNames(stroke: string, apple = isApple()): string[] {
  return stroke.split("+").map((part) => {
    if (part === "mod") return apple ? "⌘" : "Ctrl";
    return NAMES[part.toLowerCase()] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

/** Whether a stroke works now: those with ⌘ or Ctrl always do, the others can be switched off. */
export function worksNow(stroke: string): boolean {
  return stroke.startsWith("mod+") || singleKeysOn();
}
