import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { leafOf, type Part, partAt, partsOf } from "./parts";

describe("the parts of a text", () => {
  it("API-29 are the passages, with their pages and seconds", () => {
    const passages = [
      { text: "One.", page: 1 },
      { text: "Two.", second: 7 },
    ];
    expect(partsOf(aMemory(), passages)).toEqual([
      { text: "One.", page: 1, second: undefined, passage: 0, cut: 0 },
      { text: "Two.", page: undefined, second: 7, passage: 1 },
    ]);
  });

  it("lack the address that stands in for a text", () => {
    const memory = aMemory({ link: "https://example.com/a" });
    expect(partsOf(memory, [{ text: "Known of it.\n\nhttps://example.com/a" }])).toMatchObject([
      { text: "Known of it." },
    ]);
    expect(partsOf(memory, [{ text: "https://example.com/a" }])).toEqual([]);
  });

  it("lack the name that stands in for what could not be read", () => {
    const passages = [{ text: "Sleep.pdf" }];
    const paper = { type: "document", title: "Sleep.pdf", link: "/api/files/1" } as const;
    expect(partsOf(aMemory({ ...paper, status: "failed" }), passages)).toEqual([]);
    expect(partsOf(aMemory(paper), passages)).toHaveLength(1);
  });

  it.each([
    ["short", "  Two\n\n\tlines \n"],
    ["long", "A line\n\n  and another\n".repeat(13_000)],
    ["without an end of a line", "x".repeat(50_000)],
    ["empty", ""],
  ])("of a note that is %s are the note, letter by letter", (_, description) => {
    const parts = partsOf(aMemory({ type: "note", description, link: "" }), [{ text: "A passage" }]);
    expect(parts.map(({ text }) => text).join("")).toBe(description);
    expect(parts.every(({ verbatim }) => verbatim)).toBe(true);
    for (const { text } of parts.slice(0, -1)) expect(text).toMatch(/\n$/);
  });
});

const PAGES: readonly Part[] = [
  { text: "a", page: 3 },
  { text: "b", page: 3 },
  { text: "c", page: 4 },
];
const SECONDS: readonly Part[] = [
  { text: "a" },
  { text: "b", second: 10 },
  { text: "c", second: 10 },
  { text: "d", second: 65 },
];

it("a page and a second stand above their first part", () => {
  expect(PAGES.map((_, index) => leafOf(PAGES, index))).toEqual([{ page: 3 }, {}, { page: 4 }]);
  expect(SECONDS.map((_, index) => leafOf(SECONDS, index))).toEqual([{}, { second: 10 }, {}, { second: 65 }]);
});

it.each([
  ["#page-4", PAGES, 2],
  ["#page-3", PAGES, 0],
  ["#page-9", PAGES, -1],
  ["#t=65", SECONDS, 3],
  ["#t=70", SECONDS, 3],
  ["#t=10", SECONDS, 1],
  ["#t=64", SECONDS, 1],
  ["#t=9", SECONDS, -1],
  ["#page-", PAGES, -1],
  ["#t=x", SECONDS, -1],
  ["", PAGES, -1],
])("%j leads to a place", (hash, parts, index) => {
  expect(partAt(parts, hash)).toBe(index);
});

describe("what stands over a text already", () => {
  const page = aMemory({ type: "link", title: "The ferry", link: "https://a.example/" });
  it.each([
    ["The ferry\n\nIt leaves at seven.", "It leaves at seven."],
    ["# The ferry\nIt leaves…\nIt leaves at seven.", "It leaves at seven."],
    ["The ferry", "The ferry"],
    ["It leaves at seven.\nThe ferry", "It leaves at seven.\nThe ferry"],
  ])("is not said again: %j", (text, left) => {
    expect(partsOf(page, [{ text }] as never).map(({ text }) => text)).toEqual([left]);
  });
});
