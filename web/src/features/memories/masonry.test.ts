import { describe, expect, it } from "vitest";
import { columnsFor, place } from "./masonry";

describe("columnsFor", () => {
  it.each([
    [0, 1],
    [599, 1],
    [600, 2],
    [899, 2],
    [900, 3],
    [1199, 3],
    [1200, 4],
    [1535, 4],
    [1536, 5],
    [4000, 5],
  ])("HOME-16 UI-09 a window of %i px has %i columns", (width, columns) => {
    expect(columnsFor(width)).toBe(columns);
  });
});

describe("place", () => {
  it("fills the first row from the left, so the first tile and the newest stand on top", () => {
    expect(place([10, 20, 30], 3, 16).places).toEqual([
      { column: 0, top: 0 },
      { column: 1, top: 0 },
      { column: 2, top: 0 },
    ]);
  });

  it("puts each further box on the shortest column", () => {
    const { places, height } = place([100, 40, 50, 10], 2, 16);
    expect(places[2]).toEqual({ column: 1, top: 56 });
    expect(places[3]).toEqual({ column: 0, top: 116 });
    expect(height).toBe(126);
  });

  it("never moves a box because another came after it", () => {
    const before = place([100, 40, 50], 2, 16).places;
    expect(place([100, 40, 50, 10, 70], 2, 16).places.slice(0, 3)).toEqual(before);
  });

  it("is nothing tall with nothing in it", () => {
    expect(place([], 3, 16)).toEqual({ places: [], height: 0 });
  });
});
