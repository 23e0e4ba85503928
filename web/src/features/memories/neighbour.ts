/** Which card stands next to another one in a grid of columns of their own heights. Pure. */

type Box = { lane: number; start: number; end: number };

export type Direction = "up" | "down" | "left" | "right" | "first" | "last";

/** The index of the card that lies that way, undefined at the edge. Boxes are in reading order, so each column goes down. */
export function neighbourOf(boxes: readonly Box[], at: number, direction: Direction): number | undefined {
  const from = boxes[at];
  if (!from) return undefined;
  const inLane = (lane: number) => boxes.flatMap((box, index) => (box.lane === lane ? [index] : []));
  switch (direction) {
    case "up":
      return inLane(from.lane).findLast((index) => index < at);
    case "down":
      return inLane(from.lane).find((index) => index > at);
    case "left":
      return closest(boxes, inLane(from.lane - 1), from);
    case "right":
      return closest(boxes, inLane(from.lane + 1), from);
    case "first":
      return 0;
    case "last":
      return boxes.length - 1;
  }
}

/** The one whose middle is nearest to that of a box. */
function closest(boxes: readonly Box[], indexes: readonly number[], { start, end }: Box): number | undefined {
  const away = (index: number) => {
    const box = boxes[index];
    return box ? Math.abs(box.start + box.end - start - end) : Number.POSITIVE_INFINITY;
  };
  return indexes.reduce<number | undefined>(
    (best, index) => (best === undefined || away(index) < away(best) ? index : best),
    undefined,
  );
}
