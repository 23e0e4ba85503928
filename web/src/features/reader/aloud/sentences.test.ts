import { expect, it } from "vitest";
import { pageRangeOf } from "@/document/on-page";
import type { Block } from "@/document/tree";
import { spokenOf } from "./sentences";

const leaves: Block[] = [
  { kind: "heading", level: 2, spans: [{ text: "A title" }] },
  { kind: "code", text: "x = 1" },
  { kind: "paragraph", spans: [{ text: "So it 🌧 " }, { text: "goes", bold: true }, { text: ". And on! …" }] },
];

it("sentences of words are read, code is not, from a leaf on", () => {
  expect(spokenOf(leaves, 0, "en").map(({ text }) => text)).toEqual(["A title", "So it 🌧 goes.", "And on!"]);
  expect(spokenOf(leaves, 1, "not a language!").map(({ start }) => start)).toEqual([
    { leaf: 2, offset: 0 },
    { leaf: 2, offset: 14 },
  ]);
});

it("a sentence is found in the page, whatever its styles", () => {
  document.body.innerHTML = '<p data-leaf="2" data-from="0">So it 🌧 <strong>goes</strong>. And on! …</p>';
  const ranges = spokenOf(leaves, 1, "en").map((sentence) => pageRangeOf(document.body, sentence)?.toString());
  expect(ranges).toEqual(["So it 🌧 goes.", "And on!"]);
});
