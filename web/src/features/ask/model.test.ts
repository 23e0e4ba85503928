import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { CATEGORIES, exampleQuestions, isCategory } from "./model";

describe("categories", () => {
  it("ASK-03 are the specification's", () => {
    expect(CATEGORIES.map(({ value }) => value)).toEqual([
      "all-memories",
      "link",
      "video",
      "tweet",
      "document",
      "note",
    ]);
  });
});

describe("exampleQuestions", () => {
  it("ask about what is there and was read, one of each kind", () => {
    const memories = [
      aMemory({ title: "Still being read", status: "pending" }),
      aMemory({ title: "Not read", status: "failed" }),
      aMemory({ title: "Slow clocks" }),
      aMemory({ title: "Another page" }),
      aMemory({ type: "document", title: "Lease.pdf", link: "/api/files/m/1/Lease.pdf?signature=x" }),
      aMemory({ type: "note", title: "", link: "" }),
      aMemory({ type: "note", title: "Names for the boat.", link: "" }),
    ];
    expect(exampleQuestions(memories)).toEqual([
      "What does “Slow clocks” say?",
      "What is in Lease.pdf?",
      "What did I note about “Names for the boat”?",
    ]);
  });

  it("leave out what holds no text, and a page that goes by its address", () => {
    const memories = [
      aMemory({ type: "video", title: "A film", link: "https://youtu.be/x" }),
      aMemory({ type: "tweet", title: "A tweet", link: "https://x.com/someone/status/1" }),
      aMemory({ title: "example.com/a", link: "https://www.example.com/a/?b=1" }),
      aMemory({ title: "  " }),
    ];
    expect(exampleQuestions(memories)).toEqual([]);
  });

  it("leave out a title that is a paragraph, or has no word in it", () => {
    for (const title of ["word ".repeat(9).trim(), "1", "2026-11-20"]) {
      expect(exampleQuestions([aMemory({ type: "note", title, link: "" })])).toEqual([]);
    }
  });

  it("are none when nothing is there", () => {
    expect(exampleQuestions([])).toEqual([]);
  });
});

it("a category is one of them, whatever was kept", () => {
  expect(isCategory("note")).toBe(true);
  expect(["", "notes", "__proto__"].some(isCategory)).toBe(false);
});
