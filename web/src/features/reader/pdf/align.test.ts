import { expect, test } from "vitest";
import type { Marks } from "@/document/marks";
import { align, pagedLeaves, type Word } from "./align";
import { marksOnPage } from "./boxes";

/** Words of a page: lines apart by "|", each word 10 points for a letter, and lines 20 apart. */
function pageOf(text: string): Word[] {
  return text.split("|").flatMap((line, row) => {
    let x = 0;
    const words = line.split(" ");
    return words.map((word, index) => {
      const box = [x, 20 * row, 10 * word.length, 12];
      x += 10 * (word.length + 1);
      return { text: word, box, ...(index === words.length - 1 && { ends: true }) };
    });
  });
}

function leaves(...texts: string[]) {
  return texts.map((text, leaf) => ({ leaf, text, page: 1 }));
}

const placed = (words: Word[], places: ReturnType<typeof align>) =>
  words.map(({ text }, index) => {
    const place = places[index];
    return place ? `${text}=${place.leaf}:${place.from}-${place.to}` : text;
  });

test("words are found in their leaves, running titles in none", () => {
  const words = pageOf("Running title|The heading here|Bread is made of flour|and water. 7");
  const places = align(words, leaves("The heading here", "Bread is made of flour and water."));
  expect(placed(words, places)).toEqual([
    ..."Running title".split(" "),
    "The=0:0-3",
    "heading=0:4-11",
    "here=0:12-16",
    "Bread=1:0-5",
    "is=1:6-8",
    "made=1:9-13",
    "of=1:14-16",
    "flour=1:17-22",
    "and=1:23-26",
    "water.=1:27-33",
    "7",
  ]);
});

test("a word that a line break cuts is one word of the text, with hyphens of all kinds", () => {
  for (const hyphen of ["-", "\u00ad", "\u2010"]) {
    const words = pageOf(`of a lot of pa${hyphen}|tience and time`);
    const places = align(words, leaves("of a lot of patience and time"));
    expect([places[4], places[5]]).toEqual([
      { leaf: 0, from: 12, to: 14 },
      { leaf: 0, from: 14, to: 20 },
    ]);
  }
});

test("ligatures, letters of two units, and columns in another order", () => {
  const words = pageOf("second column of words|ﬁrst 𝄞 column of ﬁve words");
  const places = align(words, leaves("first 𝄞 column of five words", "second column of words"));
  expect(placed(words, places)).toEqual([
    "second=1:0-6",
    "column=1:7-13",
    "of=1:14-16",
    "words=1:17-22",
    "ﬁrst=0:0-5",
    "𝄞=0:6-7",
    "column=0:8-14",
    "of=0:15-17",
    "ﬁve=0:18-22",
    "words=0:23-28",
  ]);
});

test("a text that is not on the page is passed over, and what follows is found", () => {
  const words = pageOf("the end of the page, as printed");
  const places = align(words, leaves("Nothing of this is printed anywhere", "the end of the page, as printed"));
  expect(places.every((place) => place?.leaf === 1)).toBe(true);
});

test("leaves know their pages, or have that of the leaf before", () => {
  const p = (text: string, page?: number) => ({ kind: "paragraph" as const, spans: [{ text }], ...(page && { page }) });
  expect(pagedLeaves([p("a"), p("b", 2), p("c"), p("d", 3)])).toEqual([
    { leaf: 0, text: "a", page: 1 },
    { leaf: 1, text: "b", page: 2 },
    { leaf: 2, text: "c", page: 2 },
    { leaf: 3, text: "d", page: 3 },
  ]);
});

test("a mark has a box for each of its lines, from its first to its last letter", () => {
  const words = pageOf("Bread is made|of flour and|water");
  const places = align(words, leaves("Bread is made of flour and water"));
  const marks: Marks = new Map([[0, [{ id: "c1", kind: "citation", from: 9, to: 19, n: 1, on: true }]]]);
  expect(marksOnPage(words, places, marks)).toEqual([
    {
      id: "c1",
      kind: "citation",
      n: 1,
      on: true,
      boxes: [
        { x: 90, y: 0, width: 40, height: 12 },
        { x: 0, y: 20, width: 50, height: 12 },
      ],
    },
  ]);
  expect(marksOnPage(words, places, new Map([[3, [{ id: "x", kind: "citation", from: 0, to: 9 }]]]))).toEqual([]);
});

test("words of two columns side by side are not one line of a mark", () => {
  const words = [
    { text: "left", box: [0, 0, 40, 12] },
    { text: "right", box: [300, 0, 50, 12], ends: true },
  ];
  const marks: Marks = new Map([[0, [{ id: "c", kind: "citation", from: 0, to: 10 }]]]);
  expect(marksOnPage(words, align(words, leaves("left right")), marks)[0]?.boxes).toHaveLength(2);
});
