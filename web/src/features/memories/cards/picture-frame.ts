/** The shape in which a card shows its picture. Pure: no React. */

import type { Memory } from "@/memory/kinds";

/** Width by height: no picture leads a card that is wider or taller, and what is not known is taken to be like most. */
const WIDEST = 2;
const TALLEST = 4 / 5;
const USUAL = 16 / 10;

/** A picture below this size, in pixels, keeps its own size, on a tint with this margin. */
const SMALL = { width: 240, height: 120 };
const MARGIN = 28;
const HIGHEST = 240;

export type Frame = { ratio: number } | { small: true };

type Sized = Pick<Memory, "imageWidth" | "imageHeight">;

export function frameOf({ imageWidth: width = 0, imageHeight: height = 0 }: Sized): Frame {
  if (width <= 0 || height <= 0) return { ratio: USUAL };
  if (width < SMALL.width || height < SMALL.height) return { small: true };
  return { ratio: Math.min(WIDEST, Math.max(TALLEST, width / height)) };
}

/** How tall that is on a card that is so wide, in pixels. */
export function frameHeight(sized: Sized, across: number): number {
  const frame = frameOf(sized);
  if ("ratio" in frame) return across / frame.ratio;
  const { imageWidth: width = 1, imageHeight: height = 1 } = sized;
  return Math.min(HIGHEST, height, (height * (across - 2 * MARGIN)) / width) + 2 * MARGIN;
}
