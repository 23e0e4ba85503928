import { describe, expect, it } from "vitest";
import { hashOf, quoteOf } from "./model";

describe("the quote of a passage", () => {
  it.each([
    [
      "the sentence that shares most",
      "Rain came. The ledger is written for a fact. Then night.",
      "A keeper's ledger of facts",
      "The ledger is written for a fact.",
    ],
    ["the first where none shares anything", "Rain came. Then night.", "boats", "Rain came."],
    ["of another script", "水は冷たい。船は赤い。", "x", "水は冷たい。船は赤い。"],
    ["a line of a list", "- milk\n- tamarind paste\n- salt", "tamarind", "- tamarind paste"],
    ["nothing of nothing", "", "boats", ""],
  ])("is %s", (_, there, here, quote) => {
    expect(quoteOf({ text: there }, { text: here })).toBe(quote);
  });

  it("ends between words where it is long", () => {
    const quote = quoteOf({ text: `${"many words ".repeat(40)}end` }, { text: "" });
    expect(quote).toMatch(/^(many words )*many( words)?…$/);
    expect(quote.length).toBeLessThan(190);
    expect(quoteOf({ text: "x".repeat(500) }, { text: "" })).toHaveLength(181);
  });
});

it("leads to the page or the second", () => {
  expect([{ text: "", page: 4 }, { text: "", second: 42 }, { text: "" }].map(hashOf)).toEqual(["#page-4", "#t=42", ""]);
});
