import { expect, test } from "vitest";
import { find, foldLeaves, MOST_HITS, marksOfHits } from "./find";

const folded = (...texts: string[]) => foldLeaves(texts.map((text, leaf) => ({ leaf, text, page: leaf + 1 })));

test.each([
  ["bread", ["Bread and bread."], ["0:0-5", "0:10-15"]],
  ["CAFÉ au", ["Ein café\n  au lait"], ["0:4-13"]],
  ["naive", ["𝄞 naïve"], ["0:2-7"]],
  ["ﬁve", ["five"], ["0:0-4"]],
  ["aa", ["aaaa"], ["0:0-2", "0:2-4"]],
  ["  ", ["a  b"], []],
  ["none", ["a", "b"], []],
  ["b", ["a", "b"], ["1:0-1"]],
])("%j is found in %j", (query, texts, hits) => {
  expect(find(folded(...texts), query).map(({ leaf, from, to }) => `${leaf}:${from}-${to}`)).toEqual(hits);
});

test("hits know their page, are bounded, and become marks", () => {
  const hits = find(folded("x", "x".repeat(2 * MOST_HITS)), "x");
  expect(hits).toHaveLength(MOST_HITS);
  expect(hits[1]).toEqual({ leaf: 1, page: 2, from: 0, to: 1 });
  const marks = marksOfHits(hits.slice(0, 3), 1);
  expect(marks.get(1)?.map(({ on }) => on)).toEqual([true, false]);
});
