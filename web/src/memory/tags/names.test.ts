import { expect, it } from "vitest";
import { cleanTag, tagError, tagKey, withTag } from "./names";

it.each([
  ["  recipes ", "recipes"],
  ["#recipes", "recipes"],
  ["## to  read", "to read"],
  ["a\u0000b\tc", "ab c"],
  ["🍞 bread", "🍞 bread"],
  ["מתכונים", "מתכונים"],
  ["e\u0301te\u0301", "été"],
  [" # ", ""],
])("%j is kept as %j", (typed, name) => {
  expect(cleanTag(typed)).toBe(name);
});

it.each([
  ["Été", "ete"],
  ["ＲＥＣＩＰＥＳ", "recipes"],
  ["Recipes", "recipes"],
  ["Straße", "STRASSE"],
  ["ΦΊΛΟΣ", "φίλος"],
  ["❤\ufe0f", "❤"],
  ["\u200fשָׁלוֹם", "שלום"],
])("%s and %s are one tag", (a, b) => {
  expect(tagKey(a)).toBe(tagKey(b));
  expect(withTag([a], b)).toEqual([a]);
});

it.each([
  ["かき", "かぎ"],
  ["कल", "कुल"],
  ["мир", "мйр"],
])("%s and %s are two tags", (a, b) => {
  expect(withTag([a], b)).toEqual([a, b]);
});

it("64 letters are a tag, 65 are none, and an emoji is one letter", () => {
  expect(tagError("🍞".repeat(64), [])).toBeUndefined();
  expect(tagError("a".repeat(65), [])).toBe("A tag has at most 64 letters.");
  expect(tagError("a", Array(50).fill("b"))).toBe("A memory has at most 50 tags.");
});
