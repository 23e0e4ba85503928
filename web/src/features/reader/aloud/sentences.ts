/** What is read aloud: the sentences of a text. Pure. */

import { type Block, plainOf } from "@/document/tree";

/** Letters of a leaf, as JavaScript counts them. */
export type Sentence = { leaf: number; from: number; to: number; text: string };

/** Code and tables are not for the ear. */
const SPOKEN: readonly Block["kind"][] = ["paragraph", "heading", "figure"];

/** The sentences of the leaves from one on, in order. */
export function sentencesOf(leaves: readonly Block[], first: number, language: string): readonly Sentence[] {
  const segmenter = new Intl.Segmenter(locale(language), { granularity: "sentence" });
  return leaves.flatMap((block, leaf) => {
    if (leaf < first || !SPOKEN.includes(block.kind)) return [];
    return [...segmenter.segment(plainOf(block))].flatMap(({ segment, index }) => {
      const text = segment.trim();
      return /[\p{L}\p{N}]/u.test(text) ? [{ leaf, from: index, to: index + segment.trimEnd().length, text }] : [];
    });
  });
}

function locale(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** The range of a sentence in the page; undefined if its leaf is not there. */
export function rangeOf(text: Element, { leaf, from, to }: Sentence): Range | undefined {
  const element = text.querySelector(`[data-leaf="${leaf}"]`);
  if (!element) return undefined;
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  let begun = false;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const end = at + node.length;
    if (!begun && from < end) {
      range.setStart(node, from - at);
      begun = true;
    }
    if (begun && to <= end) {
      range.setEnd(node, to - at);
      return range;
    }
    at = end;
  }
  return undefined;
}
