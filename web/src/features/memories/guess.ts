/** How tall a card will be, before the browser has measured it. Pure: no network, no React. */

import type { Memory } from "./model";

/** Roughly how many lines of so many letters the description has. */
function lines({ description }: Memory, letters: number, most: number): number {
  return Math.min(most, 1 + Math.floor(description.length / letters));
}

/** So wide is a tweet's card, in pixels, whose buttons stand in one row. */
const ONE_ROW = 336;

/** A tweet's card: its words have lines of 24 pixels and letters of about 8, a picture is as wide as they are. */
function guessTweet(memory: Memory, width: number): number {
  const narrow = width < ONE_ROW;
  if (memory.status === "pending") return 170;
  if (memory.status === "failed") return narrow ? 236 : 215;
  const across = width - 34;
  const words = memory.description ? 12 + 24 * lines(memory, across / 8, 20) : 0;
  return 236 + (narrow ? 44 : 0) + words + (memory.imageUrl ? 12 + (across * 9) / 16 : 0);
}

/** Roughly how tall the card of a memory is that is so wide, in pixels: its place until the browser has measured it. */
export function guessHeight(memory: Memory, width: number): number {
  switch (memory.type) {
    case "link":
      return 350;
    case "document":
      return 270;
    case "video":
      return 310;
    case "tweet":
      return guessTweet(memory, width);
    case "note":
      return 112 + 28 * lines(memory, 32, 6);
  }
}
