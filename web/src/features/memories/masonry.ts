/** A grid of columns (lanes) of cells that have heights of their own. */

import type { Cell } from "./cell";

/** Where a cell stands, in pixels from the top of the page. */
export type Box = { id: string; index: number; lane: number; start: number; end: number };

/** The heights of cells that were rendered, and the lanes that they stay in. */
export type Known = { heights: Map<string, number>; lanes: Map<string, number> };

export type Frame = { lanes: number; gap: number; top: number };

/** The boxes of all cells in their order, those of each lane, and how tall they are together. */
export type Layout = { boxes: readonly Box[]; lanes: readonly (readonly Box[])[]; height: number };

/**
 * Places each cell in its lane, or in the one that is the shortest so far. A cell whose height is known gets to keep its
 * lane, in `known`.
 */
export function placeCells(cells: readonly Cell[], { lanes: count, gap, top }: Frame, known: Known): Layout {
  const lanes = Array.from({ length: count }, (): Box[] => []);
  const ends = lanes.map(() => top - gap);
  const boxes = cells.map(({ id, estimate }, index) => {
    const height = known.heights.get(id);
    const lane = known.lanes.get(id) ?? ends.indexOf(Math.min(...ends));
    if (height !== undefined) known.lanes.set(id, lane);
    const start = (ends[lane] ?? 0) + gap;
    const box = { id, index, lane, start, end: start + (height ?? estimate) };
    ends[lane] = box.end;
    lanes[lane]?.push(box);
    return box;
  });
  return { boxes, lanes, height: Math.max(0, ...ends.map((end) => end - top)) };
}

/** Returns the lanes to keep when cells change: of those before the first that is another one. */
export function keptLanes(lanes: Known["lanes"], before: readonly Cell[], cells: readonly Cell[]): Known["lanes"] {
  const kept = new Map<string, number>();
  for (const [index, { id }] of cells.entries()) {
    if (index < before.length && before[index]?.id !== id) break;
    const lane = lanes.get(id);
    if (lane !== undefined) kept.set(id, lane);
  }
  return kept;
}

export type Span = { from: number; to: number };

/** Returns the boxes in a span of the page, and so many above and below it in each lane, in their order. */
export function boxesNear({ lanes }: Layout, { from, to }: Span, ahead: number): readonly Box[] {
  const near = lanes.flatMap((lane) => {
    const first = lane.findIndex(({ end }) => end > from);
    const after = lane.findIndex(({ start }) => start >= to);
    const begin = first < 0 ? lane.length : first;
    return lane.slice(Math.max(0, begin - ahead), (after < 0 ? lane.length : after) + ahead);
  });
  return near.sort((a, b) => a.index - b.index);
}

/** Whether a lane ends before a span does: what comes next would be in it. */
export function endsIn({ lanes }: Layout, { to }: Span): boolean {
  return lanes.some((lane) => (lane.at(-1)?.end ?? 0) <= to);
}
