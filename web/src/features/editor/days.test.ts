import { expect, test } from "vitest";
import { dayOf, onDay } from "./days";

test("a memory moved to another day keeps its time", () => {
  const at = new Date(2026, 10, 20, 21, 6, 7).toISOString();
  expect(dayOf(at)).toBe("2026-11-20");
  expect(onDay(at, "2025-03-09")).toBe(new Date(2025, 2, 9, 21, 6, 7).toISOString());
});

test.each(["", "2025-3-9", "yesterday"])("%j is no day", (day) => {
  expect(onDay("2026-11-20T08:12:00Z", day)).toBeUndefined();
});
