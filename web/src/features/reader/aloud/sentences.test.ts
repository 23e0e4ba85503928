import { expect, it } from "vitest";
import type { Block } from "@/document/tree";
import { rangeOf, sentencesOf } from "./sentences";

const leaves: Block[] = [
  { kind: "heading", level: 2, spans: [{ text: "A title" }] },
  { kind: "code", text: "x = 1" },
  { kind: "paragraph", spans: [{ text: "So it " }, { text: "goes", bold: true }, { text: ". And on! …" }] },
];

it("sentences of words are read, code is not, from a leaf on", () => {
  expect(sentencesOf(leaves, 0, "en").map(({ text }) => text)).toEqual(["A title", "So it goes.", "And on!"]);
  expect(sentencesOf(leaves, 1, "not a language!").map(({ leaf, from }) => [leaf, from])).toEqual([
    [2, 0],
    [2, 12],
  ]);
});

it("a sentence is found in the page, whatever its styles", () => {
  document.body.innerHTML = '<p data-leaf="2" data-from="0">So it <strong>goes</strong>. And on! …</p>';
  const ranges = sentencesOf(leaves, 1, "en").map((sentence) => rangeOf(document.body, sentence)?.toString());
  expect(ranges).toEqual(["So it goes.", "And on!"]);
  expect(rangeOf(document.body, { leaf: 9, from: 0, to: 1, text: "x" })).toBeUndefined();
});
