import { describe, expect, it } from "vitest";
import type { Cell } from "./cell";
import { boxesNear, endsIn, type Known, keptLanes, type Layout, placeCells } from "./masonry";

const cellsOf = (...ids: string[]): Cell[] => ids.map((id) => ({ id, estimate: 100 }));
const known = (heights: Record<string, number> = {}): Known => ({
  heights: new Map(Object.entries(heights)),
  lanes: new Map(),
});
const frame = { lanes: 2, gap: 10, top: 50 };
const lanesOf = ({ boxes }: Layout) => boxes.map(({ lane }) => lane);

describe("placeCells", () => {
  it("puts each cell in the shortest lane, the first of several", () => {
    const { boxes, height } = placeCells(cellsOf("a", "b", "c", "d"), frame, known({ a: 300 }));
    expect(boxes).toEqual([
      { id: "a", index: 0, lane: 0, start: 50, end: 350 },
      { id: "b", index: 1, lane: 1, start: 50, end: 150 },
      { id: "c", index: 2, lane: 1, start: 160, end: 260 },
      { id: "d", index: 3, lane: 1, start: 270, end: 370 },
    ]);
    expect(height).toBe(320);
  });
  it("keeps a measured cell in its lane when others grow, and no other", () => {
    const of = known({ a: 300, b: 100, c: 100 });
    const cells = cellsOf("a", "b", "c", "d");
    expect(lanesOf(placeCells(cells, frame, of))).toEqual([0, 1, 1, 1]);
    of.heights.set("b", 900);
    expect(lanesOf(placeCells(cells, frame, of))).toEqual([0, 1, 1, 0]);
  });
  it("has no boxes for no cells", () => {
    expect(placeCells([], frame, known())).toMatchObject({ boxes: [], height: 0 });
  });
});

describe("keptLanes", () => {
  const lanes = new Map(Object.entries({ a: 0, b: 1, c: 2, d: 0 }));
  const before = cellsOf("a", "b", "c", "d");
  it.each([
    ["all, when cells are appended", cellsOf("a", "b", "c", "d", "e"), ["a", "b", "c", "d"]],
    ["those before one that is gone", cellsOf("a", "c", "d"), ["a"]],
    ["those before one that is new", cellsOf("a", "b", "x", "c", "d"), ["a", "b"]],
    ["none, when the first is another", cellsOf("b", "a"), []],
    ["those that are left, when the last are gone", cellsOf("a", "b"), ["a", "b"]],
  ])("keeps %s", (_, cells, kept) => {
    expect([...keptLanes(lanes, before, cells).keys()]).toEqual(kept);
  });
});

describe("boxesNear", () => {
  const layout = placeCells(cellsOf(..."abcdefghij"), frame, known({ a: 210 }));
  const near = (from: number, to: number, ahead = 0) =>
    boxesNear(layout, { from, to }, ahead)
      .map(({ id }) => id)
      .join("");
  it("has every cell that reaches into the span, in reading order", () => {
    expect(near(0, 60)).toBe("ab");
    expect(near(155, 265)).toBe("ac");
    expect(near(260, 270)).toBe("");
  });
  it("has so many more in each lane", () => {
    expect(near(0, 60, 1)).toBe("abcd");
    expect(near(260, 261, 1)).toBe("acde");
  });
  it("ends with the last cells where the span is beyond them", () => {
    expect(near(9000, 9100, 1)).toBe("ij");
    expect(near(9000, 9100)).toBe("");
  });
});

describe("endsIn", () => {
  const layout = placeCells(cellsOf("a", "b", "c", "d"), frame, known({ b: 900 }));
  it.each([
    ["false where each lane goes on below", 300, false],
    ["true where the shortest ends", 370, true],
    ["true below all", 2000, true],
  ])("is %s", (_, to, ends) => {
    expect(endsIn(layout, { from: to - 50, to })).toBe(ends);
  });
  it("is true for a lane without cells", () => {
    expect(endsIn(placeCells(cellsOf("a"), frame, known()), { from: 0, to: 60 })).toBe(true);
  });
});
