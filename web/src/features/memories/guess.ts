/** How tall a card will be, before the browser has measured it. Pure: no network, no React. */

import type { Memory } from "@/memory/kinds";
import { bylineOf, titleOf } from "@/memory/memory";
import { frameHeight } from "./cards/picture-frame";

/** Roughly how many lines of so many letters a text has. */
function lines(text: string, letters: number, most: number): number {
  return text === "" ? 0 : Math.min(most, 1 + Math.floor(text.length / letters));
}

/** So wide is a tweet's card, in pixels, on which a tweet that is lost says so in one line. */
const ONE_LINE = 336;

/** A tweet's card: its words have lines of 24 pixels and letters of about 8, a picture is as wide as they are. */
function guessTweet(memory: Memory, width: number): number {
  if (memory.status === "pending") return 170;
  if (memory.status === "failed") return width < ONE_LINE ? 236 : 215;
  const across = width - 34;
  const words = memory.description ? 12 + 24 * (lines(memory.description, across / 8, 20) || 1) : 0;
  return 236 + words + (memory.imageUrl ? 12 + (across * 9) / 16 : 0);
}

/** Its title, who made it, its words and the last line, with what is between them; letters are as wide as they mostly are. */
function guessBody(memory: Memory, width: number, byline: string, words: number): number {
  const across = width - 34;
  const title = 21.6 * lines(titleOf(memory), across / 8.2, 4);
  const text = lines(memory.description, across / 6.9, words);
  return 34 + title + (byline ? 26 : 0) + (text > 0 ? 8 + 21 * text : 0) + 32;
}

/** Roughly how tall the card of a memory is that is so wide, in pixels: its place until the browser has measured it. */
export function guessHeight(memory: Memory, width: number): number {
  switch (memory.type) {
    case "link":
      return frameHeight(memory, width - 2) + guessBody(memory, width, bylineOf(memory), 3);
    case "document":
      return 177 + guessBody(memory, width, "", 3);
    case "video":
      return ((width - 2) * 9) / 16 + guessBody({ ...memory, description: "" }, width, memory.author ?? "", 0);
    case "tweet":
      return guessTweet(memory, width);
    case "note":
      return 112 + 28 * Math.max(1, lines(memory.description, 32, 6));
  }
}
