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

it("an unknown stored category is replaced by the default", () => {
  expect(isCategory("note")).toBe(true);
  expect(["", "notes", "__proto__"].some(isCategory)).toBe(false);
});
