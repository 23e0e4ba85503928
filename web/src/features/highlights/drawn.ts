/** The marks as the text draws them. Pure. */

import type { Stretch } from "@/document/marks";
import type { TextRange } from "@/document/range";
import type { Highlight } from "./model";

/** A shorter mark comes last, and lies over a longer one, which shows beside it. */
export function stretchesOfMarks(highlights: readonly Highlight[], chosen: string | undefined): Stretch[] {
  return highlights
    .filter(({ orphaned }) => !orphaned)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .map(({ id, start, end, color, remark }) => ({
      id,
      kind: "highlight",
      start,
      end,
      color,
      on: id === chosen,
      remarked: remark !== "",
    }));
}

/** A measure of length that is right within a leaf. */
function sizeOf({ start, end }: TextRange): number {
  return (end.leaf - start.leaf) * 1e6 + end.offset - start.offset;
}
