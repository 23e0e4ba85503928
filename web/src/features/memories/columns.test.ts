import { expect, it } from "vitest";
import { cardWidth } from "./card-width";
import { columnsFor } from "./columns";

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

it.each([
  [1, 390, 358],
  [3, 900, 271],
  [5, 1536, 282],
  [5, 2560, 374],
])("a card of %i columns in a window of %i is about %i wide", (columns, width, card) => {
  expect(Math.abs(cardWidth(columns, width) - card)).toBeLessThan(2);
});
