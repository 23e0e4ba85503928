import { expect, it } from "vitest";
import type { TextRange } from "@/document/range";
import { aHighlight } from "@/test/highlight";
import { type Highlight, highlightOf, inOrder, merged, placeText } from "./model";

const span = (from: number, to: number, leaf = 0, last = leaf): TextRange => ({
  start: { leaf, offset: from },
  end: { leaf: last, offset: to },
});
const marks = (...all: Partial<Highlight>[]) => all.map((one, index) => aHighlight({ id: `h${index}`, ...one }));

it("marks stand in the order of the text, the longer first, and what is lost stands apart", () => {
  const all = marks(
    span(9, 12),
    span(0, 4, 2),
    { ...span(0, 1), orphaned: true, createdAt: "2026-11-02T00:00:00Z" },
    span(2, 5),
    span(2, 20),
    { orphaned: true, createdAt: "2026-11-01T00:00:00Z" },
  );
  const { placed, orphaned } = inOrder(all);
  expect(placed.map(({ id }) => id)).toEqual(["h4", "h3", "h0", "h1"]);
  expect(orphaned.map(({ id }) => id)).toEqual(["h5", "h2"]);
});

it("a mark is found by its very place alone", () => {
  const all = marks(span(0, 10), { ...span(2, 5), orphaned: true });
  expect(highlightOf(all, span(0, 10))?.id).toBe("h0");
  expect(highlightOf(all, span(0, 9))).toBeUndefined();
  expect(highlightOf(all, span(2, 5))).toBeUndefined();
});

it("a new mark takes in those of its colour that it meets, and what those meet, with their remarks", () => {
  const all = marks(
    { ...span(12, 20), remark: "second" },
    { ...span(0, 6), remark: "first" },
    { ...span(4, 9), color: "sky", remark: "of another colour" },
    span(18, 30, 0, 1),
    { ...span(5, 6), orphaned: true },
    span(40, 50, 1),
  );
  const { replaced, ...rest } = merged(all, span(5, 14), "amber");
  expect(rest).toEqual({ ...span(0, 30, 0, 1), remark: "first\nsecond" });
  expect(replaced.toSorted()).toEqual(["h0", "h1", "h3"]);
});

it("a new mark beside others stays by itself", () => {
  expect(merged(marks(span(0, 5)), span(5, 9), "amber")).toEqual({ ...span(5, 9), remark: "", replaced: [] });
});

it.each([
  [{ page: 5 }, "page 5"],
  [{ second: 760 }, "at 12:40"],
  [{ second: 0 }, "at 0:00"],
  [{}, ""],
])("%j is %j", (place, text) => {
  expect(placeText(place)).toBe(text);
});
