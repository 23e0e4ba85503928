import { describe, expect, it } from "vitest";
import { CATEGORIES, isCategory } from "./model";

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

it("a category is one of them, whatever was kept", () => {
  expect(isCategory("note")).toBe(true);
  expect(["", "notes", "__proto__"].some(isCategory)).toBe(false);
});
