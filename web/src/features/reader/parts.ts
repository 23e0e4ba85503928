/** The captured text of a memory in the pieces in which it is drawn. */

import type { components } from "@/api/schema";
import type { Memory } from "@/memory/kinds";

export type Part = {
  text: string;
  /** Page of a document, from 1. */
  page?: number | undefined;
  /** Second of a recording. */
  second?: number | undefined;
  /** Which passage it is, from 0, and how many of that one's first letters it lacks; a note is not drawn by its passages. */
  passage?: number;
  cut?: number;
  /** Drawn letter by letter as it was written. */
  verbatim?: boolean;
};

/** Letters after which a note is cut at the end of a line, so that the browser can leave out what is out of sight. */
const NOTE_PART = 4000;

/**
 * What is drawn of a memory. A note's own text is whole, where its passages lack the blanks between them. Of what could not
 * be read, the passages say no more than its name and its address, which stand elsewhere.
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

/** A text without the title that stands over it already, and without a description that its first words say again. */
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

/** Together they are the note, letter by letter. */
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

/** What stands above a part: its page or its second, where it is another than that of the part before. */
export function leafOf(parts: readonly Part[], index: number): { page?: number; second?: number } {
  const [part, before] = [parts[index], parts[index - 1]];
  if (part?.page !== undefined && part.page !== before?.page) return { page: part.page };
  if (part?.second !== undefined && part.second !== before?.second) return { second: part.second };
  return {};
}

/** Where "#page-4" or "#t=42" leads among the parts: to the first of its page, or of what is said then; -1 for nowhere. */
export function partAt(parts: readonly Part[], hash: string): number {
  const { page, second } = placeIn(hash);
  if (page !== undefined) return parts.findIndex((part) => part.page === page);
  if (second === undefined) return -1;
  const begun = parts.findLast((part) => part.second !== undefined && part.second <= second);
  return parts.findIndex((part) => part.second !== undefined && part.second === begun?.second);
}

/** The page that "#page-4" names, or the second that "#t=42" does. */
export function placeIn(hash: string): { page?: number; second?: number } {
  const [, name, digits] = /^#(page-|t=)(\d{1,6})$/.exec(hash) ?? [];
  if (!name) return {};
  return name === "t=" ? { second: Number(digits) } : { page: Number(digits) };
}
