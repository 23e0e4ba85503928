import { expect, test } from "vitest";
import { runsOf } from "./runs";
import { copied } from "./text-layer";

const word = (text: string, x: number, y: number, ends = false) => ({
  text,
  box: [x, y, 10 * text.length, 12],
  ...(ends && { ends }),
});
const place = (leaf: number, from: number, to: number) => ({ leaf, from, to });

test("words of a line are one run, with a line feed behind it", () => {
  const words = [word("Bread", 0, 0), word("is", 60, 0, true), word("made", 0, 20)];
  const runs = runsOf(words, [place(0, 0, 5), place(0, 6, 8), place(0, 9, 13)]);
  expect(runs).toEqual([
    { text: "Bread is\n", box: { x: 0, y: 0, width: 80, height: 12 }, inked: 70, blanks: 1, place: place(0, 0, 8) },
    { text: "made\n", box: { x: 0, y: 20, width: 40, height: 12 }, inked: 40, blanks: 0, place: place(0, 9, 13) },
  ]);
});

test("columns, other leaves and what is not in the text are runs of their own", () => {
  const words = [word("left", 0, 0), word("right", 200, 0), word("next", 260, 0), word("7", 310, 0, true)];
  const texts = (places: Parameters<typeof runsOf>[1]) => runsOf(words, places).map(({ text }) => text);
  expect(texts([])).toEqual(["left ", "right next 7\n"]);
  expect(texts([place(0, 0, 4), place(1, 0, 5), place(2, 0, 4), undefined])).toEqual([
    "left ",
    "right ",
    "next ",
    "7\n",
  ]);
  expect(texts([place(0, 0, 4), place(1, 0, 5), place(1, 9, 13), place(1, 14, 15)])).toEqual([
    "left ",
    "right ",
    "next 7\n",
  ]);
});

test("a word that is longer or shorter than in the text ends its run, so that the next begins where it stands", () => {
  const words = [word("so", 0, 0), word("ﬁve", 30, 0), word("pa\u00ad", 70, 0, true), word("tience", 0, 20)];
  const runs = runsOf(words, [place(0, 0, 2), place(0, 3, 7), place(0, 8, 10), place(0, 10, 16)]);
  expect(runs.map(({ text, place }) => [text, place?.from, place?.to])).toEqual([
    ["so ﬁve ", 0, 7],
    ["pa\u00ad\n", 8, 10],
    ["tience\n", 10, 16],
  ]);
});

test("what is copied has no hyphen of a line's end, and no blanks before it", () => {
  expect(copied("of pa\u00ad\ntience \nand so")).toBe("of patience\nand so");
});
