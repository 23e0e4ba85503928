import { type Block, leavesOf } from "@/document/tree";

/** The leaves of a document, each with the page or the second that it is on. */
export function placedLeaves(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) => {
    const { page, second } = block;
    const leaves = leavesOf([block]);
    if ((page === undefined && second === undefined) || leaves[0] === block) return leaves;
    return leaves.map((leaf) => ({
      ...leaf,
      ...(page !== undefined && { page }),
      ...(second !== undefined && { second }),
    }));
  });
}
