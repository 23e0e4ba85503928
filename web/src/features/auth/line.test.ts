import { describe, expect, it } from "vitest";
import { type Line, pathOf, spotAt } from "./line";

const line: Line = [60, -90, 270, 90, 210, -10];

describe("a line", () => {
  it("is a path of two curves", () => {
    expect(pathOf(line)).toBe("M-40 60C320 -90 520 270 800 90S1300 210 1660 -10");
  });

  it.each([
    [0, -40, 60],
    [0.5, 800, 90],
    [1, 1660, -10],
  ])("is at %d of its way where it should be", (part, x, y) => {
    expect(spotAt(line, part)).toMatchObject({ x, y });
  });

  it("goes on smoothly, from left to right", () => {
    for (let step = 1; step <= 200; step++) {
      const [before, now] = [spotAt(line, (step - 1) / 200), spotAt(line, step / 200)];
      expect(now.x).toBeGreaterThan(before.x);
      expect(Math.abs(now.angle - before.angle)).toBeLessThan(0.06);
    }
  });
});
