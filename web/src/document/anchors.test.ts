import { expect, it } from "vitest";
import { anchorsOf, isSign, isWayBack } from "./anchors";
import type { Block, Span } from "./tree";

const paragraph = (anchor: string | undefined, ...spans: Span[]): Block => ({
  kind: "paragraph",
  spans,
  ...(anchor !== undefined && { anchor }),
});

it("finds notes with the leaf that has their sign first, and what they hold", () => {
  const note = [paragraph("n1", { text: "Said." }), paragraph(undefined, { text: "More." })];
  const blocks: Block[] = [
    paragraph(undefined, { text: "So" }, { text: "1", ref: "n1" }),
    { kind: "table", rows: [[[{ text: "[2]", ref: "n2" }]]] },
    paragraph(undefined, { text: "1", ref: "n1" }, { text: "see below", ref: "there" }),
    { kind: "heading", level: 2, anchor: "there", spans: [{ text: "There" }] },
    { kind: "list", items: [note, [paragraph("n2", { text: "Two " }, { text: "↩", ref: "x" })]] },
  ];
  const anchors = anchorsOf(blocks);
  expect(anchors.get("n1")).toEqual({ blocks: note, leaf: 4, by: 0, leadsBack: false });
  expect(anchors.get("n2")).toMatchObject({ leaf: 6, by: 1, leadsBack: true });
  expect(anchors.get("there")).toEqual({ blocks: [blocks[3]], leaf: 3 });
});

it.each(["1", "[12]", "(a)", "*", "††", " 3 "])("%j is the sign of a note", (words) =>
  expect(isSign(words)).toBe(true),
);
it.each(["see", "2024", "", "↩", "1.2"])("%j is none", (words) => expect(isSign(words)).toBe(false));
it("a way back is an arrow", () => {
  expect(["↩", "↩︎", "^", " ↑ "].map(isWayBack)).toEqual([true, true, true, true]);
  expect(["", "back", "1"].map(isWayBack)).toEqual([false, false, false]);
});
