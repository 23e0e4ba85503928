import { expect, it } from "vitest";
import examples from "../../../../internal/filter/testdata/examples.json";
import { parseFilter } from "./parse";
import { filterText, type Word, withoutWord, withWord } from "./words";

type Example = { text: string; words?: Word[]; rest?: string; printed?: string };

/** The server's parser reads the same. */
const EXAMPLES = examples as Example[];

it("there are examples", () => expect(EXAMPLES.length).toBeGreaterThan(20));

it.each(EXAMPLES)("$text", ({ text, words = [], rest = "", printed = text }) => {
  const parsed = parseFilter(text);
  expect(parsed).toEqual({ words, rest });
  expect([filterText(parsed.words), rest].filter(Boolean).join(" ")).toBe(printed);
});

const wordsOf = (text: string) => parseFilter(text).words;

it.each([
  ["tag:a", "tag:b", "tag:a tag:b"],
  ["tag:a is:unread", "-tag:a", "is:unread -tag:a"],
  ["before:2025", "before:2024", "before:2024"],
  ["is:unread", "is:read", "is:read"],
  ["is:starred", "is:unread", "is:starred is:unread"],
])("%s with %s is %s", (text, added, now) => {
  const [word] = wordsOf(added);
  expect(word && filterText(withWord(wordsOf(text), word))).toBe(now);
  expect(word && filterText(withoutWord(wordsOf(now), word))).not.toContain(added);
});

it("a year of few digits, and a host with a path, are read as they are meant", () => {
  expect(wordsOf("on:0099-1-1")).toEqual([{ key: "on", value: "0099-01-01" }]);
  expect(wordsOf("from:Example.org/a")).toEqual([{ key: "from", value: "example.org" }]);
});
