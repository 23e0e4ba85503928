import { describe, expect, it } from "vitest";
import { settled } from "./unfinished";

describe("an answer that is still being written", () => {
  it.each([
    ["nothing yet", "", ""],
    ["plain words", "Sleep decides", "Sleep decides"],
    ["what is whole", "**Sleep** decides [1].\n\n- one\n- two", "**Sleep** decides [1].\n\n- one\n- two"],
    ["bold that has begun", "It is **quite cle", "It is **quite cle**"],
    ["bold of which the mark alone is there", "It is **", "It is "],
    ["half of bold's end", "It is **clear*", "It is **clear**"],
    ["bold's end", "It is **clear**", "It is **clear**"],
    ["emphasis that has begun", "It is *quite", "It is *quite*"],
    ["code that has begun", "Run `go te", "Run `go te`"],
    ["both", "**so *it* goe", "**so *it* goe**"],
    ["one within the other", "**so *it goe", "**so *it goe***"],
    ["underscores within a word", "the snake_case name", "the snake_case name"],
    ["half a source", "It is kept [1", "It is kept "],
    ["a source", "It is kept [1]", "It is kept [1]"],
    ["half a link", "See [the page](https://exa", "See "],
    ["a bare item", "Two things:\n\n- one\n-", "Two things:\n\n- one"],
    ["the beginning of a rule, which would make a heading of the line above", "A line\n--", "A line"],
    ["an item in bold", "- **one", "- **one**"],
    ["a list by stars", "* one\n* two", "* one\n* two"],
    ["a bare heading", "Words\n\n##", "Words\n"],
    ["a bare number", "Steps:\n\n1. a\n2.", "Steps:\n\n1. a"],
    ["the head of a table", "So:\n\n| a | b |\n|--", "So:\n"],
    ["a table up to its last whole row", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |", "| a | b |\n|---|---|\n| 1 | 2 |"],
    ["code in a fence, as it stands", "```\nlet **x = [1", "```\nlet **x = [1"],
    ["a star between blanks", "two * three is", "two * three is"],
    ["stars in code", "`a ** b` and more", "`a ** b` and more"],
  ])("shows %s", (_, text, shown) => {
    expect(settled(text)).toBe(shown);
  });

  it("never shows more marks than words, wherever it stops", () => {
    const text =
      "**Sleep** decides *what* `is` kept [1], says [a page](https://example.com/a).\n\n1. **one** [2]\n2. two";
    for (let end = 0; end <= text.length; end++) {
      const shown = settled(text.slice(0, end));
      expect(shown.match(/\*/g)?.length ?? 0, shown).toSatisfy((stars: number) => stars % 2 === 0);
      expect(shown).not.toMatch(/\[[^\]]*$/);
    }
  });
});
