import { describe, expect, it } from "vitest";
import { type Block, blocksOf, type Run } from "./blocks";

const words = ({ text }: Run) => text;

/** Returns the kind and words of a block. */
function short(block: Block): [string, ...unknown[]] {
  switch (block.kind) {
    case "heading":
      return [`h${block.level}`, words(block.run)];
    case "list":
      return [block.ordered ? `ol ${block.start}` : "ul", ...block.items.map(words)];
    case "table":
      return [block.headed ? "headed table" : "table", ...block.rows.map((row) => row.map(words))];
    default:
      return [block.kind, words(block.run)];
  }
}

function runsOf(block: Block): readonly Run[] {
  if (block.kind === "list") return block.items;
  if (block.kind === "table") return block.rows.flat();
  return [block.run];
}

describe("the blocks of a text", () => {
  it.each<[string, string, unknown[]]>([
    ["nothing", "", []],
    ["blanks", " \n\n\t\n", []],
    ["a paragraph", "One line.", [["paragraph", "One line."]]],
    [
      "paragraphs, their lines kept",
      "One\ntwo\n\n\nthree",
      [
        ["paragraph", "One\ntwo"],
        ["paragraph", "three"],
      ],
    ],
    [
      "a heading",
      "## 3.2 The evening test\nHalf of them",
      [
        ["h2", "3.2 The evening test"],
        ["paragraph", "Half of them"],
      ],
    ],
    ["no heading by a tag", "#sleep and #memory", [["paragraph", "#sleep and #memory"]]],
    ["a list", "- one\n- two\n  goes on", [["ul", "one", "two\n  goes on"]]],
    ["a numbered list that begins late", "3. three\n4. four", [["ol 3", "three", "four"]]],
    [
      "a year at the beginning, which is no list",
      "1972. A year\nwhich was long",
      [["paragraph", "1972. A year\nwhich was long"]],
    ],
    ["a dash that is speech", "– Yes.\nHe went.", [["paragraph", "– Yes.\nHe went."]]],
    [
      "code in a fence",
      "So:\n```go\n# no heading\n\nx := 1\n```\nDone",
      [
        ["paragraph", "So:"],
        ["code", "# no heading\n\nx := 1"],
        ["paragraph", "Done"],
      ],
    ],
    ["code whose fence was cut off", "~~~\nx", [["code", "x"]]],
    ["an empty fence", "```\n```", []],
    ["lines that are set in", "if x {\n    y()\n}", [["code", "if x {\n    y()\n}"]]],
    ["cells apart by tabs", "Name\tAge\nAda\t36", [["table", ["Name", "Age"], ["Ada", "36"]]]],
    ["a table by bars", "| a | b |\n|---|---|\n| 1 | 2 |", [["headed table", ["a", "b"], ["1", "2"]]]],
    ["a bar alone", "| so they said |", [["paragraph", "| so they said |"]]],
    ["markup", "<b>no</b> [x](javascript:y)", [["paragraph", "<b>no</b> [x](javascript:y)"]]],
  ])("has %s", (_, text, blocks) => {
    expect(blocksOf(text).map(short)).toEqual(blocks);
  });

  it("have the index of each of their words in the text", () => {
    const text =
      "# Title \n\n- one\n* two\n\na\tb\n c \td\n\n| e | f |\n| --- | --- |\n| g | |\n\n1) h\n\n```\ni\n```\n\nj\nk";
    for (const run of blocksOf(text).flatMap(runsOf)) {
      expect(text.slice(run.at, run.at + run.text.length)).toBe(run.text);
    }
  });

  it("are found quickly in a long text", () => {
    const begun = performance.now();
    blocksOf("x".repeat(1_000_000));
    blocksOf("- a\n".repeat(100_000));
    blocksOf("| ".repeat(200_000));
    blocksOf(" ".repeat(500_000));
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
