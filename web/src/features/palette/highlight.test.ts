import { describe, expect, test } from "vitest";
import { highlight } from "./highlight";

/** Returns the text with its matches in brackets. */
const marked = (text: string, query: string) =>
  highlight(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join("");

describe("the matches in a text", () => {
  test.each([
    ["Sleep and the Second Day.pdf", "sle", "[Sle]ep and the Second Day.pdf"],
    ["What slow waves do for sleep", "sle", "What slow waves do for [sle]ep"],
    ["asleep, or half asleep", "sle", "asleep, or half asleep"],
    ["Slow waves, slow clocks", "slow cl", "[Slow] waves, [slow] [cl]ocks"],
    ["Crème brûlée", "creme bru", "[Crème] [brû]lée"],
    ["Cre\u0300me", "creme", "[Cre\u0300me]"],
    ["Cafe\u0301", "cafe", "[Cafe\u0301]"],
    ["STRASSE", "straße", "[STRASSE]"],
    ["Weiße Nächte", "weis", "[Weiß]e Nächte"],
    ["Ærø in May", "aer", "[Ær]ø in May"],
    ["Łódź", "lodz", "[Łódź]"],
    ["睡眠と記憶", "記憶", "睡眠と[記憶]"],
    ["👩‍👩‍👧 sleep 🌙", "sleep", "👩‍👩‍👧 [sleep] 🌙"],
    ["نوم الليل", "الليل", "نوم [الليل]"],
    ["<b>sleep</b>", "b", "<[b]>sleep</[b]>"],
    ["a.b (c", "(", "a.b (c"],
    ["Slow", "", "Slow"],
    ["", "sle", ""],
  ])("%s for %s", (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test("the pieces add up to the whole text, even a long one", () => {
    const text = `${"x".repeat(5000)} sleep ${"ß".repeat(5000)}`;
    const pieces = highlight(text, "sle ss");
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(["sle", "ß"]);
  });
});
