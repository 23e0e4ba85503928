/** The actions and search results of the palette. Pure: no network, no React. */

import { dayText } from "@/lib/day-text";
import { hostName } from "@/lib/host-name";
import { KINDS, type Memory } from "@/memory/kinds";
import { bareAddress } from "@/memory/memory";
import type { IconName } from "./action-icon";
import { foldText, highlight, type Piece, wordsOf } from "./highlight";

/** A command that is available anywhere on the dashboard. */
export type Action = {
  id: string;
  /** The label in the palette and in the list of keys. */
  label: string;
  /** The icon in the palette. An action without one appears only in the list of keys. */
  icon?: IconName;
  /** In the form of `keyOf` in lib/hotkeys: "a", "?", "mod+k", "shift+q". Alternatives are separated by a space. */
  keys: string;
  /** The heading in the list of keys. */
  group: "Go" | "Do" | "Memories";
  /** Synonyms that find the action as well. */
  also?: string;
  run: () => void;
};

/** A shortcut of cards, for the list of keys. */
export type CardKey = { keys: string; label: string };

/** The maximum length of a query, in bytes of UTF-8. */
const MAX_QUERY = 1000;

/** Returns the query to send: trimmed, and cut to what the server accepts. */
export function queryOf(typed: string): string {
  const query = typed.trim();
  const bytes = new TextEncoder().encode(query);
  if (bytes.length <= MAX_QUERY) return query;
  // Drops the remains of a character that was cut in two.
  return new TextDecoder().decode(bytes.subarray(0, MAX_QUERY)).replace(/\ufffd$/, "");
}

/** Returns the palette's actions whose label and synonyms match every typed word by prefix. */
export function matching(actions: readonly Action[], query: string): Action[] {
  const words = wordsOf(query);
  return actions.filter(({ icon, label, also = "" }) => {
    if (!icon) return false;
    const has = wordsOf(`${label} ${also}`);
    return words.every((word) => has.some((other) => other.startsWith(word)));
  });
}

/** Returns whether the action's label starts with the query. */
export function isNamed({ label }: Action, query: string): boolean {
  return query !== "" && foldText(label).startsWith(foldText(query));
}

/** The number of characters of a text that are searched for a snippet. */
const SCANNED = 10_000;
/** The length of a line in characters, which is more than a row can show. */
const LINE = 160;
/** The number of characters before the first match in a snippet from the middle of a text. */
const BEFORE = 24;

/** Returns the line of a memory with its matches: the title, or for a note the snippet that matches. */
export function lineOf({ title, description, link, type }: Memory, query: string): Piece[] {
  const titled = highlight(title.slice(0, LINE), query);
  if (title && (type !== "note" || titled.some(({ hit }) => hit))) return titled;
  const part = snippetOf(description, query);
  if (part) return part;
  return titled.length > 0
    ? titled
    : [{ text: bareAddress(oneLine(description) || link).slice(0, LINE) || KINDS[type].short, hit: false }];
}

/** Returns a snippet that starts shortly before the first match. Undefined without a match. */
function snippetOf(whole: string, query: string): Piece[] | undefined {
  const text = oneLine(whole);
  const [before, found] = highlight(text, query);
  if (!before?.hit && !found) return;
  const start = before?.hit || !before || before.text.length < LINE / 2 ? 0 : wordAt(text, before.text.length - BEFORE);
  return highlight((start > 0 ? "…" : "") + text.slice(start, start + LINE), query);
}

function oneLine(text: string): string {
  return text.slice(0, SCANNED).replace(/\s+/g, " ").trim();
}

/** Returns the snippet by which a memory was found, if its line has no match. */
export function excerptOf(memory: Memory, found: string | undefined, query: string): Piece[] | undefined {
  if (lineOf(memory, query).some(({ hit }) => hit)) return;
  for (const text of [found, memory.description]) {
    const pieces = snippetOf(text ?? "", query);
    if (pieces?.some(({ hit }) => hit)) return pieces;
  }
  return;
}

/** Returns the start of the word at an index. */
function wordAt(text: string, letter: number): number {
  return text.lastIndexOf(" ", letter) + 1;
}

/** Returns what distinguishes similar memories: the site, or else the kind and the day it was saved. */
export function sideOf({ type, site, link, createdAt }: Memory, now: Date): string {
  if (type === "link" || type === "video") return site || hostName(link) || KINDS[type].short;
  const at = new Date(createdAt);
  if (Number.isNaN(at.getTime())) return KINDS[type].short;
  return `${KINDS[type].short}, ${dayText(at, now)}`;
}

/** Returns the row that a key moves to, out of `count`. Undefined for keys that don't move. */
export function moved(key: string, at: number, count: number, page = 5): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return (at - 1 + count) % count;
    case "PageDown":
      return Math.min(at + page, count - 1);
    case "PageUp":
      return Math.max(at - page, 0);
  }
  return undefined;
}
