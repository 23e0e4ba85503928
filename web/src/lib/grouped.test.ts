import { expect, it } from "vitest";
import { grouped } from "./grouped";

it.each([0, 7, 60, 999, 1000, 5000, 12345, 999999, 1000000, 123456789])("grouped(%d) equals Intl's format", (count) => {
  expect(grouped(count)).toBe(new Intl.NumberFormat("en-US").format(count));
});
