/** A document as data: blocks of spans, of an answer or of a saved text. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Block = components["schemas"]["Block"];
export type Span = components["schemas"]["Span"];

/** All spans in blocks, in their order. */
export function spansIn(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((block) => [
    ...(block.spans ?? []),
    ...(block.items ?? []).flatMap((item) => spansIn(item ?? [])),
    ...spansIn(block.blocks ?? []),
    ...(block.rows ?? []).flatMap((row) => (row ?? []).flatMap((cell) => cell ?? [])),
  ]);
}

/** Returns whether a span is a mark of an answer, which has no text. */
export const isMark = ({ cite, unsupported }: Span) => Boolean(cite || unsupported);

/** Whether a block has text of its own. */
export const isLeaf = ({ kind }: Block) => kind !== "rule" && kind !== "quote" && kind !== "list";

/** The blocks that have text of their own, in reading order. Highlights count them from 0. */
export function leavesOf(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind === "rule") return [];
    if (block.kind === "quote") return leavesOf(block.blocks ?? []);
    if (block.kind === "list") return (block.items ?? []).flatMap((item) => leavesOf(item ?? []));
    return [block];
  });
}

/** The number of leaves in a block. */
export function leafCount(block: Block): number {
  const sum = (blocks: readonly Block[]) => blocks.reduce((all, one) => all + leafCount(one), 0);
  if (block.kind === "rule") return 0;
  if (block.kind === "quote") return sum(block.blocks ?? []);
  if (block.kind === "list") return (block.items ?? []).reduce((all, item) => all + sum(item ?? []), 0);
  return 1;
}

/** For each block the number of its first leaf. */
export function firstLeaves(blocks: readonly Block[], first: number): number[] {
  let next = first;
  return blocks.map((block) => {
    const own = next;
    next += leafCount(block);
    return own;
  });
}

/** The text of a leaf as the server counts it; of a table its caption and rows on lines, cells parted by tabs. */
export function plainOf(leaf: Block): string {
  if (leaf.kind === "code") return leaf.text ?? "";
  if (leaf.kind !== "table") return joined(leaf.spans);
  const caption = joined(leaf.spans);
  const rows = (leaf.rows ?? []).map((row) => (row ?? []).map(joined).join("\t"));
  return (caption ? [caption, ...rows] : rows).join("\n");
}

/** The text of spans as it reads without marks. */
export function joined(spans: readonly Span[] | null | undefined): string {
  let all = "";
  for (const span of spans ?? []) {
    if (isMark(span)) all = all.replace(/[ \n]+$/, "");
    all += span.text ?? "";
  }
  return all;
}

const PAIRED = /[\ud800-\udfff]/;

/** The characters (Unicode code points) of a text, as the server counts them. */
export function lengthOf(text: string): number {
  return PAIRED.test(text) ? Array.from(text).length : text.length;
}

/** The index in a text of a character that is counted in code points. */
export function indexOf(text: string, characters: number): number {
  if (characters <= 0) return 0;
  return PAIRED.test(text) ? Array.from(text).slice(0, characters).join("").length : Math.min(characters, text.length);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The side on which blocks begin: that of their first letter. Each leaf has its own; what is around several has this one. */
export function directionOf(blocks: readonly Block[]): "rtl" | undefined {
  for (const leaf of leavesOf(blocks)) {
    const letter = leaf.kind === "code" ? undefined : /\p{L}/u.exec(plainOf(leaf))?.[0];
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter) ? "rtl" : undefined;
  }
  return undefined;
}
