import { describe, expect, it } from "vitest";
import { type Line, pathOf, roundTrip, spotAt } from "./line";

const line: Line = [60, -90, 270, 90, 210, -10];

describe("a line", () => {
  it("is a path of two curves", () => {
    expect(pathOf(line)).toBe("M-40 60C320 -90 520 270 800 90S1300 210 1660 -10");
  });

  it.each([
    [0, -40, 60],
    [0.5, 800, 90],
    [1, 1660, -10],
  ])("passes through the expected point at %d of its length", (part, x, y) => {
    expect(spotAt(line, part)).toMatchObject({ x, y });
  });

  it("has no kink where its curves meet, and runs from left to right", () => {
    for (let step = 1; step <= 200; step++) {
      const [before, now] = [spotAt(line, (step - 1) / 200), spotAt(line, step / 200)];
      expect(now.x).toBeGreaterThan(before.x);
      expect(Math.abs(now.angle - before.angle)).toBeLessThan(0.06);
    }
  });
});

it("a light's keyframes have increasing offsets, wherever it rests", () => {
  for (const place of Array.from({ length: 99 }, (_, n) => (n + 1) / 100)) {
    const way = roundTrip(place);
    const offsets = way.map(({ offset }) => offset);
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
    expect(Math.min(...offsets)).toBe(0);
    expect(Math.max(...offsets)).toBeLessThanOrEqual(1);
    expect(way[0]?.part).toBe(place);
    expect(way.at(-1)?.part).toBe(place);
  }
});
