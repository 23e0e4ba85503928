/** Between what is selected in the page and places in the text: an element with `data-leaf` holds text of that leaf. */

import { indexOf, lengthOf } from "@/document/tree";
import type { Place, Span } from "./places";

const PIECE = "[data-leaf]";

/** What of the text a range holds; undefined if that is nothing. */
export function spanOf(root: Element, range: Range): Span | undefined {
  const pieces = [...root.querySelectorAll<HTMLElement>(PIECE)].filter((piece) => range.intersectsNode(piece));
  const first = pieces.find((piece) => lengthWithin(piece, range) > 0);
  const last = pieces.findLast((piece) => lengthWithin(piece, range) > 0);
  if (!first || !last) return undefined;
  const { startContainer, startOffset } = cut(first, range);
  const { endContainer, endOffset } = cut(last, range);
  return {
    start: placeOf(first, lettersBefore(first, startContainer, startOffset)),
    end: placeOf(last, lettersBefore(last, endContainer, endOffset)),
  };
}

/** The place of a point of the page, such as that of a press; undefined outside of the text. */
export function placeAt(root: Element, node: Node, offset: number): Place | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const piece = element?.closest<HTMLElement>(PIECE);
  if (!piece || !root.contains(piece)) return undefined;
  return placeOf(piece, lettersBefore(piece, node, offset));
}

/** The range of a stretch, or of what of it is on the page; undefined if nothing of it is. */
export function rangeOf(root: Element, { start, end }: Span): Range | undefined {
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

function placeOf(piece: HTMLElement, offset: number): Place {
  return { leaf: Number(piece.dataset.leaf), offset: fromOf(piece) + offset };
}

/** A range cut to an element. */
function cut(piece: Element, range: Range): Range {
  const all = document.createRange();
  all.selectNodeContents(piece);
  if (range.compareBoundaryPoints(Range.START_TO_START, all) > 0) all.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, all) < 0) all.setEnd(range.endContainer, range.endOffset);
  return all;
}

const lengthWithin = (piece: Element, range: Range) => cut(piece, range).toString().length;

/** The code points of an element before a point in it. */
function lettersBefore(piece: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(piece, 0);
  before.setEnd(node, offset);
  return lengthOf(before.toString());
}

/**
 * A point of the page at a place. Between two pieces a stretch starts in the later one, and ends in the earlier one: a
 * place between two cells of a table is in neither.
 */
function pointOf(root: Element, { leaf, offset }: Place, side: "start" | "end"): [Node, number] | undefined {
  const pieces = piecesOf(root, leaf);
  const lengths = pieces.map((piece) => lengthOf(piece.textContent));
  const holds = (at: number) => {
    const from = fromOf(pieces[at] as HTMLElement);
    const to = from + (lengths[at] ?? 0);
    return side === "start" ? offset < to : offset > from;
  };
  const indexes = pieces.map((_, index) => index);
  const index = side === "start" ? indexes.find(holds) : indexes.findLast(holds);
  const piece = index === undefined ? undefined : pieces[index];
  if (!piece) return undefined;
  return pointWithin(piece, Math.max(0, offset - fromOf(piece)), side);
}

/** The point after a number of code points of an element; at its end if it has fewer. */
function pointWithin(piece: Element, letters: number, side: "start" | "end"): [Node, number] | undefined {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  let left = letters;
  let last: Text | undefined;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { data } = node;
    const length = lengthOf(data);
    // At a seam a stretch starts in the later node, so that it does not begin on the line before.
    if (length > 0 && (left < length || (left === length && side === "end"))) {
      return [node, indexOf(data, left)];
    }
    left -= length;
    if (length > 0) last = node;
  }
  return last && [last, last.length];
}
