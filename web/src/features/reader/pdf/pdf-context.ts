import { createContext, use, useDeferredValue, useMemo } from "react";
import { type Marks, NO_MARKS } from "@/document/marks";
import type { LeafRange } from "@/document/range";
import { align, type Leaf, type Word } from "./align";
import { type Pages, usePageWords } from "./api";
import { type MarkOnPage, marksOnPage } from "./boxes";

/** What all panes know of the PDF that is open. */
export type Pdf = {
  id: string;
  pages: Pages;
  /** The leaves of each page, and the marks of each leaf: citations and highlights, and the words that were found. */
  leaves: ReadonlyMap<number, readonly Leaf[]>;
  marks: Marks;
  hits: Marks;
  /** Scrolls the pages to one. */
  goToPage: (page: number) => void;
};

export const PdfContext = createContext<Pdf | undefined>(undefined);

export function usePdf(): Pdf {
  const pdf = use(PdfContext);
  if (!pdf) throw new Error("a page outside of a PDF");
  return pdf;
}

export type Printed = {
  words: readonly Word[] | undefined;
  places: Places;
  marks: readonly MarkOnPage[];
  hits: readonly MarkOnPage[];
};

const NONE: readonly Leaf[] = [];
const NOWHERE: readonly undefined[] = [];

type Places = readonly (LeafRange | undefined)[];

/** A page that is scrolled back to is not aligned again. */
const known = new WeakMap<readonly Word[], { leaves: readonly Leaf[]; places: Places }>();

function placesOf(words: readonly Word[], leaves: readonly Leaf[]): Places {
  const before = known.get(words);
  if (before?.leaves === leaves) return before.places;
  const places = align(words, leaves);
  known.set(words, { leaves, places });
  return places;
}

/** The words of a page with their places in the text, and what is marked on it. `on` false loads nothing. */
export function usePrinted(page: number, on: boolean): Printed {
  const { id, leaves, marks, hits } = usePdf();
  // Scrolling goes before the words of what is scrolled to.
  const words = useDeferredValue(usePageWords(id, on ? page : undefined));
  const own = leaves.get(page) ?? NONE;
  const places = useMemo(() => (words ? placesOf(words, own) : NOWHERE), [words, own]);
  return {
    words,
    places,
    marks: useMemo(() => marksOnPage(words ?? [], places, marks), [words, places, marks]),
    hits: useMemo(() => (hits === NO_MARKS ? [] : marksOnPage(words ?? [], places, hits)), [words, places, hits]),
  };
}

/** Whether any of the marks touches a page. */
export function isMarked(leaves: readonly Leaf[] | undefined, marks: Marks): boolean {
  return leaves?.some(({ leaf }) => marks.has(leaf)) ?? false;
}
