import { expect, it } from "vitest";
import type { Block } from "@/document/tree";
import { leftText, lengthText, lettersBefore, shareAt, wordCount } from "./length";

const leaf = (text: string): Block => ({ kind: "paragraph", spans: [{ text }] });

it.each([
  ["So it goes.", 3],
  ["", 0],
  ["時計は遅い", 3],
])("%j counts %d words", (text, words) => {
  expect(wordCount([leaf(text)])).toBe(words);
});

it("says how long it takes, and what is left", () => {
  expect(lengthText(2640)).toBe("11 min, 2,640 words");
  expect(lengthText(1)).toBe("1 min, 1 word");
  expect(leftText(2640, 0.42)).toBe("6 min left");
  expect(leftText(2640, 1)).toBe("Read to the end");
});

it("the share is 0 while the beginning is in view, and 1 at the end, also of a text that is all in view", () => {
  const letters = lettersBefore(["aaaa", "bbbb", "cccc"].map(leaf));
  expect(letters).toEqual([0, 4, 8, 12]);
  expect(shareAt(letters, 0, 1)).toBe(0);
  expect(shareAt(letters, 1, 1)).toBe(0.5);
  expect(shareAt(letters, 1, 2)).toBe(1);
  expect(shareAt(letters, 0, 2)).toBe(1);
  // The title stands above the text.
  expect(shareAt(lettersBefore(["aaaa", "bbbb", "cccc"].map(leaf), 1), 1, 1)).toBe(0);
});
