import { expect, it } from "vitest";
import { savedText } from "./saved-text";

const now = new Date(2026, 10, 21, 22, 0);

it.each([
  [new Date(2026, 10, 21, 0, 1), "You saved this already, today."],
  [new Date(2026, 10, 20, 23, 59), "You saved this already, on Nov 20."],
  [new Date(2026, 4, 3), "You saved this already, on May 3."],
  [new Date(2025, 4, 3), "You saved this already, on May 3, 2025."],
])("of %s says %s", (at, text) => {
  expect(savedText(at, now)).toBe(text);
});
