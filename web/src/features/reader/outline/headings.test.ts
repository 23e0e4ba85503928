import { expect, it } from "vitest";
import type { Block } from "@/document/tree";
import { outlineOf } from "./headings";

const heading = (level: number, text: string): Block => ({ kind: "heading", level, spans: [{ text }] });
const text: Block = { kind: "paragraph", spans: [{ text: "So." }] };

it("an outline has the two highest ranks, whatever they are called, from a leaf on", () => {
  const leaves = [
    heading(1, "Title"),
    heading(3, "A"),
    text,
    heading(5, "A.1"),
    heading(6, "A.1.1"),
    heading(3, " "),
    heading(3, "B"),
  ];
  expect(outlineOf(leaves, 1)).toEqual([
    { leaf: 1, text: "A", sub: false },
    { leaf: 3, text: "A.1", sub: true },
    { leaf: 6, text: "B", sub: false },
  ]);
  expect(outlineOf([heading(1, "Alone"), text])).toEqual([]);
});
