import { type Block, plainOf } from "@/document/tree";

/** The first words of a leaf, to find it in what it was written as; "" for the first leaf. */
export function wordsOfLeaf(leaves: readonly Block[] | undefined, leaf: number): string {
  const block = leaf > 0 ? leaves?.[leaf] : undefined;
  return block ? (/^.{0,24}(?=\s|$)/.exec(plainOf(block))?.[0] ?? "") : "";
}
