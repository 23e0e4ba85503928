import { expect, it } from "vitest";
import type { Block } from "@/document/tree";
import { placeIn, sheetAt, sheetsOf } from "./sheets";

const block = (text: string, more: Partial<Block> = {}): Block => ({ kind: "paragraph", spans: [{ text }], ...more });

it("sheets hold all shown blocks once, in order, each with the number of its first leaf", () => {
  const list: Block = { kind: "list", items: [[block("a")], [block("b")]] };
  const blocks = [list, ...Array.from({ length: 60 }, (_, n) => block(`Paragraph ${n}`))];
  const sheets = sheetsOf(blocks, 1, 60);
  expect(sheets.flatMap((sheet) => sheet.blocks)).toEqual(blocks.slice(1, 60));
  expect(sheets.map(({ first }) => first)).toEqual([2, 26, 50]);
  expect(sheets.every(({ height }) => height > 0)).toBe(true);
});

it("a page and a second begin a sheet, and the fragment finds it", () => {
  const pages = sheetsOf([block("a", { page: 3 }), block("b", { page: 3 }), block("c", { page: 4 })]);
  expect(pages.map(({ page }) => page)).toEqual([3, 4]);
  expect([sheetAt(pages, "#page-4"), sheetAt(pages, "#page-9")]).toEqual([1, -1]);
  const seconds = sheetsOf([
    block("a"),
    block("b", { second: 10 }),
    block("c", { second: 10 }),
    block("d", { second: 65 }),
  ]);
  expect(seconds.map(({ second }) => second)).toEqual([undefined, 10, 65]);
  expect(["#t=9", "#t=10", "#t=64", "#t=4000"].map((hash) => sheetAt(seconds, hash))).toEqual([-1, 1, 1, 2]);
});

it.each([
  ["#page-4", { page: 4 }],
  ["#t=42", { second: 42 }],
  ["#page-x", {}],
  ["", {}],
])("the place in %j is %j", (hash, place) => {
  expect(placeIn(hash)).toEqual(place);
});
