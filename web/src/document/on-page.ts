/**
 * Between what is selected on the page and positions in the text: an element with `data-leaf` holds text of that leaf from
 * `data-from` on, and up to `data-to`, where it says so. What it holds behind that is not of the leaf.
 */

import { type Position, type TextRange, union } from "./range";
import { indexOf, lengthOf } from "./tree";

const PIECE = "[data-leaf]";

/** What of the text a range holds, from its first letter in the text to its last; undefined if that is nothing. */
export function rangeOf(root: Element, range: Range): TextRange | undefined {
  const pieces = [...root.querySelectorAll<HTMLElement>(PIECE)].filter((piece) => range.intersectsNode(piece));
  const spans = pieces.flatMap((piece) => {
    const { startContainer, startOffset, endContainer, endOffset } = cut(piece, range);
    const start = positionOf(piece, lettersBefore(piece, startContainer, startOffset));
    const end = positionOf(piece, lettersBefore(piece, endContainer, endOffset));
    return start.offset < end.offset ? [{ start, end }] : [];
  });
  return spans.length > 0 ? spans.reduce(union) : undefined;
}

/** The range on the page of one in the text, or of what of it is on the page; undefined if nothing of it is. */
export function pageRangeOf(root: Element, { start, end }: TextRange): Range | undefined {
  const from = pointOf(root, start, "start");
  const to = pointOf(root, end, "end");
  if (!from || !to) return undefined;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range.collapsed ? undefined : range;
}

/** The elements that hold text of a leaf, in order. */
function piecesOf(root: Element, leaf: number): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-leaf="${leaf}"]`)];
}

const fromOf = (piece: HTMLElement) => Number(piece.dataset.from ?? 0);
const toOf = (piece: HTMLElement) => Number(piece.dataset.to ?? fromOf(piece) + lengthOf(piece.textContent));

function positionOf(piece: HTMLElement, offset: number): Position {
  const { leaf, to } = piece.dataset;
  return { leaf: Number(leaf), offset: Math.min(fromOf(piece) + offset, Number(to ?? Infinity)) };
}

/** A range cut to an element. */
function cut(piece: Element, range: Range): Range {
  const all = document.createRange();
  all.selectNodeContents(piece);
  if (range.compareBoundaryPoints(Range.START_TO_START, all) > 0) all.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, all) < 0) all.setEnd(range.endContainer, range.endOffset);
  return all;
}

/** The code points of an element before a point in it. */
function lettersBefore(piece: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(piece, 0);
  before.setEnd(node, offset);
  return lengthOf(before.toString());
}

/**
 * A point of the page at a position. Between two pieces a range starts in the later one, and ends in the earlier one: a
 * position between two cells of a table is in neither.
 */
function pointOf(root: Element, { leaf, offset }: Position, side: "start" | "end"): [Node, number] | undefined {
  const pieces = piecesOf(root, leaf);
  const piece =
    side === "start"
      ? pieces.find((piece) => offset < toOf(piece))
      : pieces.findLast((piece) => offset > fromOf(piece));
  if (!piece) return undefined;
  const within = Math.min(offset, Number(piece.dataset.to ?? offset)) - fromOf(piece);
  return pointWithin(piece, Math.max(0, within), side);
}

/** The point after a number of code points of an element; at its end if it has fewer. */
function pointWithin(piece: Element, letters: number, side: "start" | "end"): [Node, number] | undefined {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  let left = letters;
  let last: Text | undefined;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { data } = node;
    const length = lengthOf(data);
    // At a seam a range starts in the later node, so that it does not begin on the line before.
    if (length > 0 && (left < length || (left === length && side === "end"))) {
      return [node, indexOf(data, left)];
    }
    left -= length;
    if (length > 0) last = node;
  }
  return last && [last, last.length];
}
