/** What can be done and found from the palette. Pure: no network, no React. */

import { dayText } from "@/lib/day-text";
import { hostName } from "@/lib/host-name";
import { KINDS, type Memory } from "@/memory/kinds";
import { bareAddress } from "@/memory/memory";
import type { IconName } from "./action-icon";
import { foldText, highlight, type Piece, wordsOf } from "./highlight";

/** Something that can be done from anywhere on the dashboard. */
export type Action = {
  id: string;
  /** In the palette and in the list of keys. */
  label: string;
  /** In the palette; an action without one is found in the list of keys alone. */
  icon?: IconName;
  /** As `keyOf` in lib/hotkeys writes it: "a", "?", "mod+k", "shift+q"; alternatives apart by a space. */
  keys: string;
  /** Under which it stands in the list of keys. */
  group: "Go" | "Do" | "Memories";
  /** Other words that people call it by. */
  also?: string;
  run: () => void;
};

/** A key of the cards, for the list of keys. */
export type CardKey = { keys: string; label: string };

/** The longest text that may be looked for, in bytes of UTF-8. */
const MAX_QUERY = 1000;

/** What is looked for: without the blanks around it, and no longer than the server takes. */
export function queryOf(typed: string): string {
  const query = typed.trim();
  const bytes = new TextEncoder().encode(query);
  if (bytes.length <= MAX_QUERY) return query;
  // What is left of a letter that was cut in two is dropped.
  return new TextDecoder().decode(bytes.subarray(0, MAX_QUERY)).replace(/\ufffd$/, "");
}

/** The actions of the palette whose label, with what else it is called, has every typed word, begun at least. */
export function matching(actions: readonly Action[], query: string): Action[] {
  const words = wordsOf(query);
  return actions.filter(({ icon, label, also = "" }) => {
    if (!icon) return false;
    const has = wordsOf(`${label} ${also}`);
    return words.every((word) => has.some((other) => other.startsWith(word)));
  });
}

/** Whether the whole of what is typed is how an action begins. */
export function isNamed({ label }: Action, query: string): boolean {
  return query !== "" && foldText(label).startsWith(foldText(query));
}

/** Letters of a memory's text that are looked through for a line to show. */
const SCANNED = 10_000;
/** Letters of a line: more than a row can show. */
const LINE = 160;
/** Letters before the first hit in a line that begins in the middle of a text. */
const BEFORE = 24;

/** The line of a memory, its found letters marked: its title, or of a note that part of its text which has them. */
export function lineOf({ title, description, link, type }: Memory, query: string): Piece[] {
  const titled = highlight(title.slice(0, LINE), query);
  if (title && (type !== "note" || titled.some(({ hit }) => hit))) return titled;
  const part = partOf(description, query);
  if (part) return part;
  return titled.length > 0
    ? titled
    : [{ text: bareAddress(oneLine(description) || link).slice(0, LINE) || KINDS[type].short, hit: false }];
}

/** As much of a text as a row shows, from shortly before its first hit; undefined without one. */
function partOf(whole: string, query: string): Piece[] | undefined {
  const text = oneLine(whole);
  const [before, found] = highlight(text, query);
  if (!before?.hit && !found) return;
  const start = before?.hit || !before || before.text.length < LINE / 2 ? 0 : wordAt(text, before.text.length - BEFORE);
  return highlight((start > 0 ? "…" : "") + text.slice(start, start + LINE), query);
}

function oneLine(text: string): string {
  return text.slice(0, SCANNED).replace(/\s+/g, " ").trim();
}

/** That part of its text by which a memory was found, where the line of it shows no hit. */
export function excerptOf(memory: Memory, found: string | undefined, query: string): Piece[] | undefined {
  if (lineOf(memory, query).some(({ hit }) => hit)) return;
  for (const text of [found, memory.description]) {
    const pieces = partOf(text ?? "", query);
    if (pieces?.some(({ hit }) => hit)) return pieces;
  }
  return;
}

/** Where the word begins that this letter is in. */
function wordAt(text: string, letter: number): number {
  return text.lastIndexOf(" ", letter) + 1;
}

/** What tells a memory from its like: the site that it is of, else its kind and the day it was saved. */
export function sideOf({ type, site, link, createdAt }: Memory, now: Date): string {
  if (type === "link" || type === "video") return site || hostName(link) || KINDS[type].short;
  const at = new Date(createdAt);
  if (Number.isNaN(at.getTime())) return KINDS[type].short;
  return `${KINDS[type].short}, ${dayText(at, now)}`;
}

/** Where a key leads among so many rows; undefined for a key that moves nothing. */
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
