/** An answer as data: blocks of spans. Pure: no network, no React. */

import { type Block, spansIn } from "@/document/tree";
import type { Citation, Found } from "./model";

/** How an answer that is being written goes on: blocks from a number on, or more text at its very end. */
export type Change = { from: number; blocks?: readonly Block[]; more?: string };

/** Applies a change to blocks. Unchanged blocks keep their identity, so that they are not drawn again. */
export function applyChange(before: readonly Block[], { from, blocks = [], more }: Change): Block[] {
  return more ? longer(before, more) : [...before.slice(0, from), ...blocks];
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

/** Returns the blocks of an answer, or its text as one paragraph if the server sent none. */
export function blocksOf({ blocks, answer }: Found): readonly Block[] {
  return blocks.length > 0 || answer === "" ? blocks : [{ kind: "paragraph", spans: [{ text: answer }] }];
}

/** Returns whether any claim is marked as unsupported. */
export function hasUnsupported(found: Found): boolean {
  return spansIn(found.blocks).some(({ unsupported }) => unsupported);
}

type SplitAnswer = {
  blocks: readonly Block[];
  sources: readonly Citation[];
  /** The sources are named by their list alone: nothing in the blocks has their numbers. */
  listed: boolean;
};

/**
 * Splits an answer into the blocks to draw and the sources listed below them. The memories that a listing or a refusal
 * names are moved to the sources, or they would appear twice.
 */
export function splitSources(found: Found): SplitAnswer {
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
