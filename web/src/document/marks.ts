/** Places of a document that are marked: what an answer cites, and what its reader highlighted. Pure. */

import type { TextRange } from "./range";
import { indexOf, lengthOf, type Span } from "./tree";

export type Color = "amber" | "sage" | "sky" | "rose";

/** Characters of one leaf, in code points of its plain text, from `from` up to `to`. */
export type Mark = {
  id: string;
  kind: "citation" | "highlight";
  from: number;
  to: number;
  color?: Color | undefined;
  /** It is the one that is shown: the citation that was pressed, the highlight whose remark is open. */
  on?: boolean | undefined;
  /** Has a remark. */
  remarked?: boolean | undefined;
  /** The number behind the last words of a citation; undefined in the leaves before. */
  n?: number | undefined;
};

/** The marks of each leaf. */
export type Marks = ReadonlyMap<number, readonly Mark[]>;

export const NO_MARKS: Marks = new Map();

/** A mark over a range, of one leaf or several. One without characters is a picture as a whole. */
export type Stretch = Omit<Mark, "from" | "to"> & TextRange;

/** Divides stretches among the leaves they touch. `lengthAt` is the length of a leaf in code points. */
export function marksOf(stretches: readonly Stretch[], lengthAt: (leaf: number) => number): Marks {
  const all = new Map<number, Mark[]>();
  for (const { start, end, n, ...rest } of stretches) {
    const whole = start.leaf === end.leaf && start.offset === 0 && end.offset === 0;
    for (let leaf = start.leaf; leaf <= end.leaf; leaf++) {
      const last = leaf === end.leaf;
      const from = leaf === start.leaf ? start.offset : 0;
      const to = last ? end.offset : lengthAt(leaf);
      if (to <= from && !whole) continue;
      const mark = { ...rest, from, to, ...(last && n !== undefined && { n }) };
      all.set(leaf, [...(all.get(leaf) ?? []), mark]);
    }
  }
  return all;
}

/** A span with the marks over all of it, and those that end with it. */
export type MarkedSpan = Span & { over?: readonly Mark[]; ending?: readonly Mark[] };

/** Splits spans wherever a mark begins or ends. `at` is the place of the first character in the leaf's plain text. */
export function splitAtMarks(spans: readonly Span[], marks: readonly Mark[], at: number): MarkedSpan[] {
  const edges = [...new Set(marks.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let begin = at;
  return spans.flatMap((span) => {
    const text = span.text ?? "";
    const end = begin + lengthOf(text);
    const cuts = [begin, ...edges.filter((edge) => edge > begin && edge < end), end];
    const pieces = text === "" ? [span] : cuts.slice(1).map((to, index) => pieceOf(span, begin, cuts[index] ?? to, to));
    begin = end;
    return pieces;
  });

  function pieceOf(span: Span, from: number, start: number, end: number): MarkedSpan {
    const text = span.text ?? "";
    const over = marks.filter((mark) => mark.from <= start && mark.to >= end);
    const piece = { ...span, text: text.slice(indexOf(text, start - from), indexOf(text, end - from)) };
    return over.length > 0 ? { ...piece, over, ending: over.filter(({ to }) => to === end) } : piece;
  }
}
