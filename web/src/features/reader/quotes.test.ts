import { describe, expect, it } from "vitest";
import type { Part } from "./parts";
import { markQuotes } from "./quotes";

const PARTS: readonly Part[] = [
  { text: "The clock is slow. It ticks once a year.", page: 3 },
  { text: "Before.\n\nThe clock\tis  slow.\nAfter that, it\nticks.", page: 4 },
  { text: "It ticks once a year.", page: 5 },
];

type Where = { passage?: number; span?: [number, number]; page?: number; second?: number };

/** Returns the marked words of each part. */
function marked(quotes: readonly [quote: string, where?: Where][], parts = PARTS, passages: { text: string }[] = []) {
  const { marks, missing } = markQuotes(
    parts,
    passages,
    quotes.map(([quote, where = {}], index) => ({ n: index + 1, quote, place: "", ...where })),
  );
  const words = [...marks].flatMap(([part, found]) =>
    found.map(({ from, to, citations }) => [part, parts[part]?.text.slice(from, to), ...citations]),
  );
  return { words, missing: [...missing] };
}

describe("quoted words", () => {
  it.each<[string, string, number | undefined, unknown[]]>([
    ["stand where they are said to", "It ticks once a year.", 5, [[2, "It ticks once a year.", 0]]],
    ["stand first where no place is said", "It ticks once a year.", undefined, [[0, "It ticks once a year.", 0]]],
    ["stand elsewhere when the place has them no more", "After that,", 3, [[1, "After that,", 0]]],
    ["stand verbatim before anything like them", "The clock is slow.", 4, [[0, "The clock is slow.", 0]]],
    ["stand whatever the white space between them", "After that, it ticks.", 4, [[1, "After that, it\nticks.", 0]]],
    ["stand after folded white space", " is\nslow. After ", 4, [[1, "is  slow.\nAfter", 0]]],
  ])("%s", (_, quote, page, words) => {
    expect(marked([[quote, page === undefined ? {} : { page }]])).toEqual({ words, missing: [] });
  });

  it.each<[string, string, string]>([
    ["emphasis", "bake at 175 degrees", "bake at **175** degrees"],
    ["a link", "Call the bank now", 'Call [the bank](http://x.test/a(b) "B") now'],
    ["a row", "rent · 940", "rent | 940"],
    ["a line that leads on", "The code is: 4471", "The code is:\n> 4471"],
    ["code", "run `a * b` now", "run `a * b` now"],
  ])("are found whatever markup %s has", (_, quote, words) => {
    const parts = [{ text: `## Boat\n\n| ${words} |\nMore.` }];
    expect(marked([[quote]], parts)).toEqual({ words: [[0, words, 0]], missing: [] });
  });

  it.each<[string, Where, string, Part[], unknown[]]>([
    [
      "behind others like them",
      { passage: 0, span: [6, 13] },
      "𝕊 So. **So.**",
      [{ text: "𝕊 So. **So.**", passage: 0 }],
      [[0, "**So.**", 0]],
    ],
    [
      "behind what the page does not draw",
      { passage: 1, span: [4, 7] },
      "T\n\n\nSo. So.",
      [{ text: "So. So.", passage: 1, cut: 4 }],
      [[0, "So.", 0]],
    ],
    [
      "in a note, in the piece that it is drawn in",
      { passage: 1, span: [4, 7] },
      "one So.",
      [{ text: "So. 1\n" }, { text: "So. one So." }],
      [[1, "So.", 0]],
    ],
    [
      "elsewhere, when the text is another now",
      { passage: 0, span: [0, 3] },
      "Not that. So.",
      [{ text: "Not that. So.", passage: 0 }],
      [[0, "So.", 0]],
    ],
    [
      "elsewhere, when the passage is gone",
      { passage: 7, span: [0, 3] },
      "So.",
      [{ text: "So.", passage: 0 }],
      [[0, "So.", 0]],
    ],
  ])("are marked at the position in their citation: %s", (_, where, text, parts, words) => {
    const passages = [{ text }, { text }];
    expect(marked([["So.", where]], parts, passages)).toEqual({ words, missing: [] });
  });

  it("are found at the second of a recording", () => {
    const parts = [{ text: "So." }, { text: "So.", second: 42 }, { text: "So.", second: 60 }];
    expect(marked([["So.", { second: 42 }]], parts).words).toEqual([[1, "So.", 0]]);
  });

  it.each(["It never ticks.", "", "   "])("are missing when the text lacks them: %j", (quote) => {
    expect(marked([[quote]])).toEqual({ words: [], missing: [0] });
  });

  it("are marked in their order, without overlap, and once when they are quoted twice", () => {
    expect(marked([["ticks once a year."], ["slow. It ticks"], ["It ticks"], ["gone"]])).toEqual({
      words: [
        [0, "slow. It ticks", 1, 2],
        [0, " once a year.", 0],
      ],
      missing: [3],
    });
  });

  it("are found quickly in a long text", () => {
    const long = Array.from({ length: 3000 }, (_, page) => ({ text: `${"word  word\n".repeat(60)}${page}`, page }));
    const begun = performance.now();
    expect(marked([["word word 2999"], ["not there"]], long)).toEqual({
      words: [[2999, "word  word\n2999", 0]],
      missing: [1],
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
