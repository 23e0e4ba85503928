/** An answer as data: blocks of spans. Pure: no network, no React. */

import type { components } from "@/api/schema";
import type { Citation, Found } from "./model";

export type Block = components["schemas"]["Block"];
export type Span = components["schemas"]["Span"];

/** How an answer that is being written goes on: blocks from a number on, or more text at its very end. */
export type Change = { from: number; blocks?: readonly Block[]; more?: string };

/** What was told, changed. Blocks that stay are the same objects, so that they need not be drawn anew. */
export function changed(told: readonly Block[], { from, blocks = [], more }: Change): Block[] {
  return more ? longer(told, more) : [...told.slice(0, from), ...blocks];
}

function longer(blocks: readonly Block[], more: string): Block[] {
  const last = blocks.at(-1);
  return last ? [...blocks.slice(0, -1), longerBlock(last, more)] : [];
}

function longerBlock(block: Block, more: string): Block {
  const { spans, blocks, items } = block;
  const span = spans?.at(-1);
  if (spans && span) return { ...block, spans: [...spans.slice(0, -1), { ...span, text: (span.text ?? "") + more }] };
  if (blocks) return { ...block, blocks: longer(blocks, more) };
  if (items) return { ...block, items: [...items.slice(0, -1), longer(items.at(-1) ?? [], more)] };
  return { ...block, text: (block.text ?? "") + more };
}

/** The blocks of an answer; of a server that tells none, its bare text. */
export function blocksOf({ blocks, answer }: Found): readonly Block[] {
  return blocks.length > 0 || answer === "" ? blocks : [{ kind: "paragraph", spans: [{ text: answer }] }];
}

/** All spans in blocks, in their order. */
export function spansIn(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((block) => [
    ...(block.spans ?? []),
    ...(block.items ?? []).flatMap((item) => spansIn(item ?? [])),
    ...spansIn(block.blocks ?? []),
    ...(block.rows ?? []).flatMap((row) => (row ?? []).flatMap((cell) => cell ?? [])),
  ]);
}

/** Whether anything is marked as what nothing supports. */
export function isDoubted(found: Found): boolean {
  return spansIn(found.blocks).some(({ unsupported }) => unsupported);
}

type Told = {
  blocks: readonly Block[];
  sources: readonly Citation[];
  /** The sources are named by their list alone: nothing in the blocks has their numbers. */
  listed: boolean;
};

/**
 * What an answer says itself, and what is left to the list of memories under it: those that a listing or a refusal names
 * would stand there twice.
 */
export function told(found: Found): Told {
  const { kind, citations } = found;
  const blocks = blocksOf(found);
  const own = { blocks, sources: citations, listed: false };
  if ((kind !== "listing" && kind !== "refused") || blocks.at(-1)?.kind !== "list") return own;
  const sources = citations.length > 0 ? citations : named(found);
  return sources.length > 0 ? { blocks: blocks.slice(0, 1), sources, listed: true } : own;
}

/** The memories whose numbers a refusal has. */
function named({ blocks, content }: Found): Citation[] {
  return spansIn(blocks).flatMap(({ cite = 0 }) => {
    const memory = content[cite - 1];
    return memory ? [{ n: cite, memoryId: memory._id, quote: "", place: "", passage: 0 }] : [];
  });
}
