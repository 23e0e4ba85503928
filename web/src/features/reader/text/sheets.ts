/** A document in sheets: pieces that a browser can leave unlaid while they are out of view. Pure. */

import { type Block, firstLeaves, leavesOf, plainOf } from "@/document/tree";

export type Sheet = {
  blocks: readonly Block[];
  /** The number of its first leaf. */
  first: number;
  /** The page or the second that begins with it. */
  page?: number | undefined;
  second?: number | undefined;
  /** The height it has about, in pixels. */
  height: number;
};

/** A sheet ends with the block that brings it to one of these. */
const BLOCKS = 24;
const LETTERS = 4000;

/** Divides the blocks of a document from one to another. Pages and seconds begin a sheet. */
export function sheetsOf(blocks: readonly Block[], from = 0, to = blocks.length): readonly Sheet[] {
  const leaves = firstLeaves(blocks, 0);
  const all: Sheet[] = [];
  let open: Block[] = [];
  let letters = 0;
  let before: Block | undefined;
  for (const [index, block] of blocks.entries()) {
    if (index < from || index >= to) continue;
    const turns = block.page !== before?.page || block.second !== before?.second;
    if (open.length === 0 || turns || open.length >= BLOCKS || letters >= LETTERS) {
      open = [];
      letters = 0;
      all.push({ blocks: open, first: leaves[index] ?? 0, ...(turns && beginOf(block, before)), height: 0 });
    }
    open.push(block);
    letters += lettersOf(block);
    before = block;
  }
  return all.map((sheet) => ({ ...sheet, height: heightOf(sheet.blocks) }));
}

function beginOf({ page, second }: Block, before: Block | undefined) {
  if (page !== undefined && page !== before?.page) return { page };
  return second !== undefined && second !== before?.second ? { second } : {};
}

const lettersOf = (block: Block) => leavesOf([block]).reduce((sum, leaf) => sum + plainOf(leaf).length, 0);

/** The look of the text at a normal measure, in pixels. */
const LINE = 32;
const PER_LINE = 68;
const GAP = 20;
const WIDTH = 656;
const ROW = 40;

function heightOf(blocks: readonly Block[]): number {
  return Math.round(leavesOf(blocks).reduce((sum, leaf) => sum + GAP + leafHeight(leaf), 0));
}

function leafHeight(leaf: Block): number {
  const lines = Math.max(1, Math.ceil(plainOf(leaf).length / PER_LINE));
  if (leaf.kind === "table") return ROW * (leaf.rows?.length ?? 0);
  if (leaf.kind === "code") return 90 + 24 * (leaf.text ?? "").split("\n").length;
  if (leaf.kind !== "figure") return LINE * lines;
  const { width = 0, height = 0, url } = leaf.image ?? {};
  if (!url) return 90;
  return 40 + (width > 0 ? height * Math.min(1, WIDTH / width) : (WIDTH * 9) / 16);
}

/** The index of the first block that "#page-4" or "#t=42" means, by its page or second; -1 if there is none. */
export function sheetAt(sheets: readonly Sheet[], hash: string): number {
  const { page, second } = placeIn(hash);
  if (page !== undefined) return sheets.findIndex((sheet) => sheet.page === page);
  if (second === undefined) return -1;
  return sheets.findLastIndex((sheet) => sheet.second !== undefined && sheet.second <= second);
}

/** Parses the page in "#page-4", or the second in "#t=42". */
export function placeIn(hash: string): { page?: number; second?: number } {
  const [, name, digits] = /^#(page-|t=)(\d{1,6})$/.exec(hash) ?? [];
  if (!name) return {};
  return name === "t=" ? { second: Number(digits) } : { page: Number(digits) };
}
