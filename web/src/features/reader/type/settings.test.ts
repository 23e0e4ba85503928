import { expect, it } from "vitest";
import { parseType, typeStyle, USUAL } from "./settings";

it.each([
  [null, USUAL],
  ["no JSON", USUAL],
  ["7", USUAL],
  ['{"size":9,"font":"comic","measure":"wide","sepia":"yes"}', { ...USUAL, measure: "wide" }],
  [
    '{"size":5,"font":"inter","leading":"loose","sepia":true}',
    { ...USUAL, size: 5, font: "inter", leading: "loose", sepia: true },
  ],
])("what is stored as %s is set as it says, what is not valid as usual", (text, type) => {
  expect(parseType(text)).toEqual(type);
});

it("a text is set by custom properties", () => {
  expect(typeStyle(USUAL)).toEqual({
    "--read-measure": "41rem",
    "--read-size": "1.1875rem",
    "--read-leading": "1.68",
    "--read-font": "var(--font-serif)",
  });
});
