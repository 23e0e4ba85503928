import { expect, it } from "vitest";
import { type Color, marksOf, type Stretch } from "./marks";

const color: Color = "rose";
const place = (leaf: number, offset: number) => ({ leaf, offset });

it.each<[string, Stretch, (readonly [leaf: number, from: number, to: number, n?: number])[]]>([
  ["one leaf", { id: "a", kind: "citation", n: 3, start: place(2, 1), end: place(2, 4) }, [[2, 1, 4, 3]]],
  [
    "several, the number behind the last",
    { id: "a", kind: "citation", n: 3, start: place(0, 8), end: place(2, 4) },
    [
      [0, 8, 10],
      [1, 0, 11],
      [2, 0, 4, 3],
    ],
  ],
  [
    "up to a leaf's very beginning",
    { id: "a", kind: "highlight", color, start: place(1, 3), end: place(2, 0) },
    [[1, 3, 11]],
  ],
  ["a picture as a whole", { id: "a", kind: "citation", n: 1, start: place(1, 0), end: place(1, 0) }, [[1, 0, 0, 1]]],
  ["a highlighted picture", { id: "a", kind: "highlight", color, start: place(1, 0), end: place(1, 0) }, [[1, 0, 0]]],
  ["nothing", { id: "a", kind: "highlight", color, start: place(1, 3), end: place(1, 3) }, []],
])("a stretch over %s is divided among its leaves", (_, stretch, wanted) => {
  const marks = marksOf([stretch], (leaf) => leaf + 10);
  const all = [...marks].flatMap(([leaf, own]) => own.map(({ from, to, n }) => [leaf, from, to, ...(n ? [n] : [])]));
  expect(all).toEqual(wanted);
  expect([...marks.values()].flat().every(({ id }) => id === "a")).toBe(true);
});
