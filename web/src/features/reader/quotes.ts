/** Finds the words that an answer quotes in the text of a memory. */

import type { components } from "@/api/schema";
import type { Cited } from "./model";
import type { Part } from "./parts";

type Citation = Cited["citations"][number];

/** The characters of a part from `from` up to `to`, with the indexes of the citations that quote them. */
export type Mark = { from: number; to: number; n: number; citations: readonly number[] };

type Passage = components["schemas"]["Passage"];

/** Returns the marks of each part, sorted and without overlap, and the citations whose words were not found. */
export function markQuotes(
  parts: readonly Part[],
  passages: readonly Passage[],
  citations: readonly Citation[],
): { marks: ReadonlyMap<number, readonly Mark[]>; missing: ReadonlySet<number> } {
  const found = new Map<number, Mark[]>();
  const missing = new Set<number>();
  for (const [citation, cited] of citations.entries()) {
    const { n } = cited;
    const where = at(parts, passages, cited) ?? find(parts, cited);
    if (where) found.set(where.part, [...(found.get(where.part) ?? []), { ...where.span, n, citations: [citation] }]);
    else missing.add(citation);
  }
  return { marks: new Map([...found].map(([part, marks]) => [part, apart(marks)])), missing };
}

type Span = { from: number; to: number };

type Where = { part: number; span: Span };

/** Returns the position that a citation states, if its words are there. */
function at(
  parts: readonly Part[],
  passages: readonly Passage[],
  { quote, passage, span }: Citation,
): Where | undefined {
  const text = passage === undefined ? undefined : passages[passage]?.text;
  if (text === undefined || !span) return undefined;
  const letters = Array.from(text);
  const [from = 0, to = 0] = span.map((end) => letters.slice(0, end).join("").length);
  if (bare(text.slice(from, to)) !== bare(quote)) return undefined;
  const index = parts.findIndex((part) => part.passage === passage);
  const cut = parts[index]?.cut ?? 0;
  if (index >= 0) return from < cut ? undefined : { part: index, span: { from: from - cut, to: to - cut } };
  return inNote(parts, text, { from, to });
}

/** Maps a position in a passage to the pieces of a note. */
function inNote(parts: readonly Part[], passage: string, { from, to }: Span): Where | undefined {
  const begin = parts
    .map(({ text }) => text)
    .join("")
    .indexOf(passage);
  let before = 0;
  for (const [part, { text }] of parts.entries()) {
    const first = begin + from - before;
    if (begin >= 0 && first < text.length)
      return { part, span: { from: first, to: Math.min(first + to - from, text.length) } };
    before += text.length;
  }
  return undefined;
}

/**
 * Searches the quote if its position is outdated: first exactly, then ignoring whitespace, then ignoring markup. Each
 * looks on the cited page or second first, then everywhere.
 */
function find(parts: readonly Part[], { quote, page, second }: Citation): Where | undefined {
  const there = ({ 1: part }: [number, Part]) =>
    (page !== undefined && part.page === page) || (second !== undefined && (part.second ?? 0) === second);
  const all = [...parts.entries()];
  const order = [...all.filter(there), ...all.filter((entry) => !there(entry))];
  for (const search of [exactly, loosely, unmarked]) {
    for (const [part, { text }] of order) {
      const span = search(text, quote);
      if (span) return { part, span };
    }
  }
  return undefined;
}

function exactly(text: string, quote: string): Span | undefined {
  const from = quote === "" ? -1 : text.indexOf(quote);
  return from < 0 ? undefined : { from, to: from + quote.length };
}

function loosely(text: string, quote: string): Span | undefined {
  const words = quote.trim().replace(/\s+/gu, " ");
  if (words === "") return undefined;
  const { folded, at } = fold(text);
  const start = folded.indexOf(words);
  if (start < 0) return undefined;
  return { from: at(start), to: at(start + words.length - 1) + 1 };
}

/** Collapses whitespace, and returns a function that maps an index to the original text. */
function fold(text: string): { folded: string; at: (index: number) => number } {
  /** The offsets: from index `folded` on, the original index is `by` higher. */
  const shifts: { folded: number; by: number }[] = [];
  let by = 0;
  const folded = text.replace(/\s+/gu, (blanks: string, index: number) => {
    by += blanks.length - 1;
    if (blanks.length > 1) shifts.push({ folded: index - by + blanks.length, by });
    return " ";
  });
  return { folded, at: (index) => index + (shifts.findLast((shift) => shift.folded <= index)?.by ?? 0) };
}

/** The markup that quotes leave out: the targets of links, and marks. Table cells are separated by "·" in quotes. */
const MARKS = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|[\s*_~`#>|[\]!·]/gu;

const bare = (text: string) => text.replace(MARKS, "");

/** Compares only the words, without markup. A mark at either end of the words is not included. */
function unmarked(text: string, quote: string): Span | undefined {
  const words = bare(quote);
  if (words === "") return undefined;
  let letters = "";
  const places: number[] = [];
  let from = 0;
  const keep = (to: number) => {
    letters += text.slice(from, to);
    for (let at = from; at < to; at++) places.push(at);
  };
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    keep(index);
    from = index + mark.length;
  }
  keep(text.length);
  const start = letters.indexOf(words);
  const [first, last] = [places[start], places[start + words.length - 1]];
  return first === undefined || last === undefined ? undefined : { from: first, to: last + 1 };
}

/** Sorts the marks and removes overlaps. A mark within the previous one is merged with it. */
function apart(marks: readonly Mark[]): readonly Mark[] {
  const all: Mark[] = [];
  for (const mark of marks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = all.at(-1);
    if (last && mark.to <= last.to)
      all[all.length - 1] = { ...last, citations: [...last.citations, ...mark.citations] };
    else all.push({ ...mark, from: Math.max(mark.from, last?.to ?? 0) });
  }
  return all;
}
