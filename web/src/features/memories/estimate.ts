/** Estimates the heights of cards before the browser has measured them. Pure: no network, no React. */

import type { Memory } from "@/memory/kinds";
import { bylineOf, titleOf } from "@/memory/memory";
import { frameHeight } from "./cards/picture-frame";

/** Estimates the number of lines of a text, given the letters per line. */
function lines(text: string, letters: number, most: number): number {
  return text === "" ? 0 : Math.min(most, 1 + Math.floor(text.length / letters));
}

/** From this card width, in pixels, the message of a lost tweet fits on one line. */
const ONE_LINE = 336;

/** A tweet's card: its words have lines of 24 pixels and letters of about 8, a picture is as wide as they are. */
function estimateTweet(memory: Memory, width: number): number {
  if (memory.status === "pending") return 170;
  if (memory.status === "failed") return width < ONE_LINE ? 236 : 215;
  const across = width - 34;
  const words = memory.description ? 12 + 24 * (lines(memory.description, across / 8, 20) || 1) : 0;
  return 236 + words + (memory.imageUrl ? 12 + (across * 9) / 16 : 0);
}

/** Its title, who made it, its words and the last line, with what is between them; letters are as wide as they mostly are. */
function estimateBody(memory: Memory, width: number, byline: string, words: number): number {
  const across = width - 34;
  const title = 21.6 * lines(titleOf(memory), across / 8.2, 4);
  const text = lines(memory.description, across / 6.9, words);
  return 34 + title + (byline ? 26 : 0) + (text > 0 ? 8 + 21 * text : 0) + 32;
}

/** The lines of a note on its card; one with markup has one for each of its own at least. */
function noteLines({ description, blocks }: Memory): number {
  const own = blocks ? Math.min(6, description.trim().split("\n").length) : 0;
  return Math.max(own, lines(description, 32, 6));
}

/** The line of its tags, with what is above it. */
const TAGS = 30;

/** Estimates the height of a memory's card at a width, in pixels. */
export function estimateHeight(memory: Memory, width: number): number {
  return estimateUntagged(memory, width) + (memory.tags.length > 0 ? TAGS : 0);
}

function estimateUntagged(memory: Memory, width: number): number {
  switch (memory.type) {
    case "link":
      return frameHeight(memory, width - 2) + estimateBody(memory, width, bylineOf(memory), 3);
    case "document":
      return 177 + estimateBody(memory, width, "", 3);
    case "video":
      return ((width - 2) * 9) / 16 + estimateBody({ ...memory, description: "" }, width, memory.author ?? "", 0);
    case "tweet":
      return estimateTweet(memory, width);
    case "note":
      return 112 + 28 * Math.max(1, noteLines(memory));
  }
}
