import { expect, test } from "vitest";
import { sizeText } from "./size-text";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [9960, "10 KB"],
  [740_000, "740 KB"],
  [999_600, "1.0 MB"],
  [52_400_000, "52 MB"],
  [1_310_000_000, "1.3 GB"],
  [4_000_000_000_000_000, "4,000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
