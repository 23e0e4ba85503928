import { expect, test } from "vitest";
import { differences } from "./differences";

const marked = (pieces: readonly { text: string; differs: boolean }[]) =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join("");

test.each([
  ["a large tent", "a tent, gas", "a [large ]tent", "a tent[, gas]"],
  ["the same", "the same", "the same", "the same"],
  ["", "new", "", "[new]"],
])("what differs between %j and %j is marked", (a, b, inA, inB) => {
  const found = differences(a, b);
  expect(marked(found.a)).toBe(inA);
  expect(marked(found.b)).toBe(inB);
});
