import { describe, expect, it } from "vitest";
import { arrivalText } from "./arrival";
import { whenText } from "./when";

const NOW = new Date(2026, 10, 20, 9, 30);

describe("whenText", () => {
  it.each([
    [new Date(2026, 10, 20, 8, 12), "Today, 8:12 AM"],
    [new Date(2026, 10, 19, 22, 40), "Yesterday, 10:40 PM"],
    [new Date(2026, 10, 16, 16, 25), "Nov 16, 4:25 PM"],
    [new Date(2025, 10, 16, 16, 25), "Nov 16, 2025"],
    [new Date(Number.NaN), ""],
  ])("says %s as %s", (at, text) => {
    expect(whenText(at, NOW)).toBe(text);
  });
});

describe("arrivalText", () => {
  it.each([
    [new Date(2026, 10, 20, 8, 12), "this morning"],
    [new Date(2026, 10, 20, 15, 0), "this afternoon"],
    [new Date(2026, 10, 20, 21, 0), "this evening"],
    [new Date(2026, 10, 19, 23, 59), "yesterday"],
    [new Date(2026, 10, 16, 9, 0), "on Monday"],
    [new Date(2026, 9, 4, 9, 0), "on Oct 4"],
    [new Date(2025, 9, 4, 9, 0), "on Oct 4, 2025"],
  ])("says %s as %s", (at, text) => {
    expect(arrivalText(at, NOW)).toBe(text);
  });
});
