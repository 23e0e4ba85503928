import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { CATEGORIES, exampleQuestions, webAddress } from "./model";

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
      aMemory({ title: "Slow clocks" }),
      aMemory({ title: "Another page" }),
      aMemory({ type: "document", title: "Lease.pdf" }),
      aMemory({ type: "note", title: "" }),
    ];
    expect(exampleQuestions(memories)).toEqual(["What does “Slow clocks” say?", "What is in Lease.pdf?"]);
  });

  it("are none when nothing is there", () => {
    expect(exampleQuestions([])).toEqual([]);
  });
});

describe("webAddress", () => {
  it("lets only the web through", () => {
    expect(webAddress("https://example.com")).toBe("https://example.com");
    for (const link of [undefined, "", "javascript:alert(1)", "data:text/html,x", "/relative"]) {
      expect(webAddress(link)).toBeUndefined();
    }
  });
});
