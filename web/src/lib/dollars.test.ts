import { expect, test } from "vitest";
import { dollars } from "./dollars";

test.each([
  [0, "$0"],
  [1, "$0.01"],
  [50, "$0.50"],
  [999, "$9.99"],
  [1000, "$10"],
  [4999, "$49.99"],
  [9990, "$99.90"],
  [11988, "$119.88"],
  [123456789, "$1234567.89"],
])("LAND-20 %d cents are written %s", (cents, text) => {
  expect(dollars(cents)).toBe(text);
});
