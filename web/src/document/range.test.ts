import { describe, expect, it } from "vitest";
import { leafRangesOf, overlaps, quoteOf, type TextRange, trimmed, union } from "./range";
import { lengthOf } from "./tree";

const span = (a: number, from: number, b: number, to: number): TextRange => ({
  start: { leaf: a, offset: from },
  end: { leaf: b, offset: to },
});

const TEXTS = ["Heading", "It rains 🌧 in Oslo.", "", "Watch\tGlass\nMidnight\t29.41", "  the end "];

it("lengths are code points", () => {
  expect(lengthOf("a🌧é")).toBe(3);
});

describe("of each leaf", () => {
  const lengths = TEXTS.map(lengthOf);
  it.each([
    ["within a leaf", span(1, 3, 1, 8), [{ leaf: 1, from: 3, to: 8 }]],
    [
      "across leaves, of which an empty one has none",
      span(0, 3, 3, 5),
      [
        { leaf: 0, from: 3, to: 7 },
        { leaf: 1, from: 0, to: 19 },
        { leaf: 3, from: 0, to: 5 },
      ],
    ],
    ["beyond the text", span(4, 2, 9, 4), [{ leaf: 4, from: 2, to: 10 }]],
    ["that are empty", span(1, 4, 1, 4), []],
    ["that end before they begin", span(3, 0, 1, 4), []],
  ])("%s", (_, of, expected) => {
    expect(leafRangesOf(of, lengths)).toEqual(expected);
  });
});

it.each([
  [span(1, 9, 1, 13), "🌧 in"],
  [span(0, 0, 1, 8), "Heading\nIt rains"],
  [span(3, 6, 3, 20), "Glass\nMidnight"],
])("the words of %j are %j", (of, words) => {
  expect(quoteOf(of, TEXTS)).toBe(words);
});

it.each([
  ["blanks at both ends", span(1, 2, 1, 9), span(1, 3, 1, 8)],
  ["whole leaves of blanks", span(1, 19, 4, 2), span(3, 0, 3, 26)],
  ["nothing but blanks", span(4, 0, 4, 2), undefined],
  ["nothing at all", span(1, 4, 1, 4), undefined],
])("trimming: %s", (_, of, expected) => {
  expect(trimmed(of, TEXTS)).toEqual(expected);
});

it.each([
  [span(0, 0, 0, 5), span(0, 5, 0, 7), false],
  [span(0, 0, 0, 6), span(0, 5, 0, 7), true],
  [span(0, 3, 4, 1), span(2, 0, 2, 9), true],
  [span(0, 0, 1, 0), span(1, 0, 1, 4), false],
])("whether %j and %j overlap: %j", (one, other, yes) => {
  expect(overlaps(one, other)).toBe(yes);
  expect(overlaps(other, one)).toBe(yes);
});

it("a union reaches from the first position to the last", () => {
  expect(union(span(1, 4, 2, 1), span(0, 9, 1, 5))).toEqual(span(0, 9, 2, 1));
});
