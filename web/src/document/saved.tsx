/** How a saved text is drawn: with its pictures, its code to copy, and its notes that open in place. */

import { CodeBox } from "./code-box";
import { PLAIN } from "./document-view";
import type { Drawing } from "./drawing";
import { Picture } from "./picture";
import { Behind, Ref } from "./references";
import { type Block, leavesOf } from "./tree";
import "./marks.css";
import "./saved.css";

/** The id of a heading or of a block that is referred to, so that the page can lead there. */
const leafId = (leaf: number) => `leaf-${leaf}`;

/** @param top The rank on the page that the document's highest heading gets, from 2 to 6. */
export function savedDrawing(blocks: readonly Block[], top: number): Drawing {
  const highest = highestOf(blocks);
  return {
    ...PLAIN,
    rankOf: (level) => Math.min(Math.max(level - highest + top, top), 6),
    idOf: ({ kind, anchor }, leaf) => (kind === "heading" || anchor !== undefined ? leafId(leaf) : undefined),
    Code: CodeBox,
    Figure: Picture,
    Ref,
    Behind,
  };
}

/** The level of the document's highest heading; 1 if it has none. */
function highestOf(blocks: readonly Block[]): number {
  const levels = leavesOf(blocks).flatMap(({ kind, level = 1 }) => (kind === "heading" ? [level] : []));
  return levels.reduce((least, level) => Math.min(least, level), levels[0] ?? 1);
}
