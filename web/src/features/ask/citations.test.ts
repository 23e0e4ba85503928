import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { byNumber, citationTarget, memoryOf, numbersOf } from "./citations";
import type { Citation, Found } from "./model";

const [paper, note] = [aMemory({ type: "document" }), aMemory({ type: "note" })];

const FOUND: Found = {
  content: [paper, note],
  answer: "",
  kind: "answered",
  blocks: [],
  answered: true,
  citations: [
    { n: 1, memoryId: paper._id, quote: "One.", place: "page 4", passage: 2, span: [0, 4], page: 4 },
    { n: 2, memoryId: note._id, quote: "Two.", place: "", passage: 0 },
    { n: 1, memoryId: paper._id, quote: "Three.", place: "page 5", passage: 3, page: 5 },
  ],
};
const WRITING: Found = { ...FOUND, citations: [] };

describe("links from an answer to its memories", () => {
  it("ASK-14 lists the cited numbers, and while streaming those whose memories are known", () => {
    expect([...numbersOf(FOUND)]).toEqual([1, 2]);
    expect([...numbersOf({ ...FOUND, citations: FOUND.citations.slice(0, 1) })]).toEqual([1]);
    expect([...numbersOf(WRITING)]).toEqual([1, 2]);
  });

  it("groups the citations of one number, lowest number first", () => {
    const [one, two, three] = FOUND.citations;
    expect(byNumber([two, one, three] as Citation[])).toEqual([[one, three], [two]]);
    expect(byNumber([])).toEqual([]);
  });

  it.each([
    ["by its citation", FOUND, 2, note._id],
    ["by its place in the content", WRITING, 1, paper._id],
    ["nowhere", WRITING, 3, undefined],
  ])("leads %s", (_, found, n, id) => {
    expect(memoryOf(found, n)).toBe(id);
  });

  it("has all citations of the memory, and which one was pressed", () => {
    const citations = [
      { n: 1, quote: "One.", place: "page 4", passage: 2, span: [0, 4], page: 4 },
      { n: 1, quote: "Three.", place: "page 5", passage: 3, page: 5 },
    ];
    expect(citationTarget(paper._id, "Why?", FOUND)).toEqual({ question: "Why?", citations, shown: 0 });
    expect(citationTarget(paper._id, "Why?", FOUND, FOUND.citations[2] as Citation)).toEqual({
      question: "Why?",
      citations,
      shown: 1,
    });
    expect(citationTarget(paper._id, "Why?", WRITING)).toEqual({ question: "Why?", citations: [], shown: 0 });
  });
});
