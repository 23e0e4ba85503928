import { expect, it } from "vitest";
import { lookedText } from "./filters-text";
import type { Category } from "./model";

it.each<[Parameters<typeof lookedText>[0], Category, string | undefined]>([
  [{ type: "document", words: ["the pdf"] }, "all-memories", "Looked in: Documents"],
  [{ type: "document", words: ["pdf", "in March"] }, "all-memories", "Looked in: Documents · saved in March"],
  [{ words: ["In 2024"] }, "all-memories", "Looked in: All memories · saved in 2024"],
  [{ words: ["yesterday"] }, "note", "Looked in: Notes · saved yesterday"],
  [{ words: ["from last week"] }, "link", "Looked in: Web pages · saved last week"],
  [{ words: ["from a week ago"] }, "link", "Looked in: Web pages · saved a week ago"],
  [{ words: ["from June"] }, "link", "Looked in: Web pages · saved in June"],
  [{ words: ["from May to June"] }, "link", "Looked in: Web pages · saved from May to June"],
  [{ words: ["since autumn"] }, "link", "Looked in: Web pages · saved since autumn"],
  [{ words: [] }, "video", "Looked in: Videos"],
  [undefined, "note", "Looked in: Notes"],
  [undefined, "all-memories", undefined],
])("what %j narrowed %s to reads %s", (filters, chosen, text) => {
  expect(lookedText(filters, chosen)).toBe(text);
});
