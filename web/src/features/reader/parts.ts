/** Splits the captured text of a memory into the parts that are rendered. */

import type { components } from "@/api/schema";
import type { Memory } from "@/memory/kinds";

export type Part = {
  text: string;
  /** The page of a document, from 1. */
  page?: number | undefined;
  /** The second of a recording. */
  second?: number | undefined;
  /** The index of its passage, and the number of characters cut from its start. Notes are not split by passages. */
  passage?: number;
  cut?: number;
  /** Rendered exactly as written. */
  verbatim?: boolean;
};

/** The size from which a note is split at a line end, so that browsers can skip rendering what is out of view. */
const NOTE_PART = 4000;

/**
 * Returns the parts of a memory. A note uses its own text, because its passages lack the whitespace between them. The
 * passages of a failed memory repeat its title and address, which are dropped.
 */
export function partsOf(memory: Memory, passages: readonly components["schemas"]["Passage"][]): readonly Part[] {
  if (memory.type === "note") return notePieces(memory.description).map((text) => ({ text, verbatim: true }));
  const parts = passages.map(({ text, page, second }, passage) => ({
    text: withoutAddress(text, memory.link),
    page,
    second,
    passage,
  }));
  const [first, ...rest] = parts.filter(
    ({ text }) => text !== "" && !(memory.status === "failed" && text === memory.title),
  );
  if (!first) return [];
  const text = withoutEcho(first.text, memory);
  return [{ ...first, text, cut: first.text.length - text.length }, ...rest].filter(({ text }) => text !== "");
}

const bare = (text: string) =>
  text
    .replace(/^#+\s+/u, "")
    .replace(/\s+/gu, " ")
    .trim();

/** Removes the title that is shown above the text, and a description that the text repeats. */
function withoutEcho(text: string, { type, title }: Memory): string {
  if (type === "document") return text;
  let rest = text;
  for (;;) {
    const [first = "", ...others] = rest.split(/\n+/u);
    const next = others.join(" ");
    if (others.length === 0 || bare(first) === "") return rest;
    if (bare(first) !== bare(title) && !bare(next).startsWith(bare(first).replace(/…$/u, ""))) return rest;
    rest = rest.slice(first.length).replace(/^\n+/u, "");
  }
}

function withoutAddress(text: string, link: string): string {
  return link !== "" && text.endsWith(link) ? text.slice(0, -link.length).trimEnd() : text;
}

/** Splits a note into pieces that add up to it exactly. */
function notePieces(note: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (from < note.length) {
    const end = note.indexOf("\n", from + NOTE_PART);
    const to = end < 0 ? note.length : end + 1;
    pieces.push(note.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Returns the heading above a part: its page or second, if that differs from the previous part's. */
export function leafOf(parts: readonly Part[], index: number): { page?: number; second?: number } {
  const [part, before] = [parts[index], parts[index - 1]];
  if (part?.page !== undefined && part.page !== before?.page) return { page: part.page };
  if (part?.second !== undefined && part.second !== before?.second) return { second: part.second };
  return {};
}

/** Returns the index of the part that "#page-4" or "#t=42" points to: the first of its page or second, or -1. */
export function partAt(parts: readonly Part[], hash: string): number {
  const { page, second } = placeIn(hash);
  if (page !== undefined) return parts.findIndex((part) => part.page === page);
  if (second === undefined) return -1;
  const begun = parts.findLast((part) => part.second !== undefined && part.second <= second);
  return parts.findIndex((part) => part.second !== undefined && part.second === begun?.second);
}

/** Parses the page in "#page-4", or the second in "#t=42". */
export function placeIn(hash: string): { page?: number; second?: number } {
  const [, name, digits] = /^#(page-|t=)(\d{1,6})$/.exec(hash) ?? [];
  if (!name) return {};
  return name === "t=" ? { second: Number(digits) } : { page: Number(digits) };
}
