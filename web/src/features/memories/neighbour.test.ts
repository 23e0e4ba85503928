import { expect, it } from "vitest";
import { type Direction, neighbourOf } from "./neighbour";

/*
 * 0 | 1 | 2
 * 3 | 1 | 4
 * 5 | 1 |
 */
const GRID = [
  { lane: 0, start: 0, end: 100 },
  { lane: 1, start: 0, end: 332 },
  { lane: 2, start: 0, end: 150 },
  { lane: 0, start: 116, end: 216 },
  { lane: 2, start: 166, end: 240 },
  { lane: 0, start: 232, end: 332 },
];

it.each<[number, Direction, number | undefined]>([
  [0, "down", 3],
  [3, "down", 5],
  [5, "down", undefined],
  [5, "up", 3],
  [0, "up", undefined],
  [0, "right", 1],
  [3, "right", 1],
  [1, "right", 4],
  [1, "left", 3],
  [4, "left", 1],
  [0, "left", undefined],
  [4, "right", undefined],
  [4, "first", 0],
  [0, "last", 5],
  [9, "down", undefined],
])("from card %i %s leads to %s", (at, direction, to) => {
  expect(neighbourOf(GRID, at, direction)).toBe(to);
});
