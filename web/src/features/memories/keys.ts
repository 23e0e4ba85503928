/** The keys among the cards. Pure. */

import type { Direction } from "./neighbour";

export type CardAction =
  | { move: Direction }
  | "open"
  | "original"
  | "refresh"
  | "delete"
  | "star"
  | "archive"
  | "unread"
  | "tag"
  | "select";

/** For the list of keys. */
export const CARD_KEYS: readonly { keys: string; label: string }[] = [
  { keys: "← ↑ ↓ →", label: "Move between cards" },
  { keys: "j / k", label: "Next and previous card of a column" },
  { keys: "Home / End", label: "First and last card" },
  { keys: "Enter / o", label: "Open the memory" },
  { keys: "v", label: "Open the original in a new tab" },
  { keys: "r", label: "Fetch again" },
  { keys: "s", label: "Star the memory" },
  { keys: "e", label: "Archive the memory" },
  { keys: "u", label: "Mark as unread, or as read" },
  { keys: "#", label: "Tag the memory" },
  { keys: "x", label: "Select the card" },
  { keys: "shift+↑ / shift+↓", label: "Select on to the next card" },
  { keys: "d / Delete", label: "Delete the memory" },
];

const ACTIONS: Record<string, CardAction> = {
  ArrowUp: { move: "up" },
  ArrowDown: { move: "down" },
  ArrowLeft: { move: "left" },
  ArrowRight: { move: "right" },
  k: { move: "up" },
  j: { move: "down" },
  Home: { move: "first" },
  End: { move: "last" },
  Enter: "open",
  o: "open",
  v: "original",
  r: "refresh",
  s: "star",
  e: "archive",
  u: "unread",
  "#": "tag",
  x: "select",
  d: "delete",
  Delete: "delete",
};

/** What a key does on a card. */
export function cardAction(key: string, singleKeys: boolean): CardAction | undefined {
  return key.length > 1 || singleKeys ? ACTIONS[key] : undefined;
}

/** Whether what has the focus inside a card uses this key itself. */
export function isTaken(target: Element, key: string): boolean {
  if (target.closest("input, textarea, select, video, audio, iframe, [contenteditable]")) return true;
  if (key === "Enter") return target.matches("a, button, summary");
  const scrolls = target.scrollHeight > target.clientHeight || target.scrollWidth > target.clientWidth;
  return /^(Arrow|Home|End)/.test(key) && scrolls && target.matches("[tabindex='0']");
}
