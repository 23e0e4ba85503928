import { describe, expect, it } from "vitest";
import { type Block, plainOf } from "@/document/tree";
import { markQuotes } from "./quotes";

const paragraph = (text: string, more: Partial<Block> = {}): Block => ({
  kind: "paragraph",
  spans: [{ text }],
  ...more,
});

const LEAVES: readonly Block[] = [
  paragraph("The clock is slow. It ticks once a year.", { page: 3 }),
  paragraph("The clock\tis  slow.\nAfter that, it\nticks.", { page: 4 }),
  paragraph("It ticks once a year.", { page: 5 }),
];

type Where = { passage?: number; span?: [number, number]; page?: number; second?: number };

/** Returns the marked words, the lines of several leaves joined by "¶", and the citations that were not found. */
function marked(quotes: readonly [quote: string, where?: Where][], leaves: readonly Block[] = LEAVES) {
  const citations = quotes.map(([quote, where = {}], index) => ({ n: index + 1, quote, place: "", ...where }));
  const { stretches, missing } = markQuotes(leaves, citations, -1);
  const words = stretches.map(({ start, end, id }) => {
    const lines = leaves.slice(start.leaf, end.leaf + 1).map((leaf) => Array.from(plainOf(leaf)));
    const cut = lines.map((line, at) =>
      line.slice(at === 0 ? start.offset : 0, start.leaf + at === end.leaf ? end.offset : undefined).join(""),
    );
    return [start.leaf, cut.join("¶"), Number(id.slice(1))];
  });
  return { words, missing: [...missing] };
}

describe("the description of a picture", () => {
  it("is quoted by its picture", () => {
    const picture: Block = { kind: "figure", image: { alt: "A clock that ticks", said: { passage: 7, offset: 0 } } };
    const citations = [{ n: 1, quote: "A clock that ticks", place: "", passage: 7 }];
    const { stretches, missing } = markQuotes([...LEAVES, picture], citations, 0);
    expect([...missing]).toEqual([]);
    expect(stretches).toMatchObject([
      { id: "c0", on: true, start: { leaf: 3, offset: 0 }, end: { leaf: 3, offset: 0 } },
    ]);
  });
});

describe("quoted words", () => {
  it.each<[string, string, number | undefined, unknown[]]>([
    ["stand where they are said to", "It ticks once a year.", 5, [[2, "It ticks once a year.", 0]]],
    ["stand first where no place is said", "It ticks once a year.", undefined, [[0, "It ticks once a year.", 0]]],
    ["stand elsewhere when the place has them no more", "After that,", 3, [[1, "After that,", 0]]],
    ["stand whatever the white space between them", "After that, it ticks.", 4, [[1, "After that, it\nticks.", 0]]],
    ["may reach from one leaf into the next", "it ticks. It ticks", 4, [[1, "it\nticks.¶It ticks", 0]]],
  ])("%s", (_, quote, page, words) => {
    expect(marked([[quote, page === undefined ? {} : { page }]])).toEqual({ words, missing: [] });
  });

  it.each<[string, string, string]>([
    ["emphasis", "bake at **175** degrees", "bake at 175 degrees"],
    ["a link", 'Call [the bank](http://x.test/a(b) "B") now', "Call the bank now"],
    ["items", "- milk\n- bread", "milk bread"],
    ["code", "run `a * b` now", "run a * b now"],
  ])("are found though the text has no markup of %s", (_, quote, words) => {
    expect(marked([[quote]], [paragraph("Boat"), paragraph(`So: ${words}. More.`)])).toEqual({
      words: [[1, words, 0]],
      missing: [],
    });
  });

  it("are found in a row of a table", () => {
    const table: Block = {
      kind: "table",
      rows: [
        [[{ text: "item" }], [{ text: "cost" }]],
        [[{ text: "rent" }], [{ text: "940" }]],
      ],
    };
    expect(marked([["rent · 940"]], [table]).words).toEqual([[0, "rent\t940", 0]]);
  });

  it.each<[string, Where, readonly Block[], unknown[]]>([
    [
      "behind others like them",
      { passage: 0, span: [7, 10] },
      [paragraph("𝕊 So. So.", { from: { passage: 0, offset: 0 } })],
      [[0, "So.", 0]],
    ],
    [
      "in a leaf that begins within the passage",
      { passage: 1, span: [20, 23] },
      [
        paragraph("So.", { from: { passage: 0, offset: 0 } }),
        paragraph("So. 2", { from: { passage: 1, offset: 0 } }),
        paragraph("So. 3", { from: { passage: 1, offset: 20 } }),
      ],
      [[2, "So.", 0]],
    ],
    [
      "in a leaf that began in the passage before",
      { passage: 1, span: [0, 3] },
      [
        paragraph("Much. So.", { from: { passage: 0, offset: 4 } }),
        paragraph("End.", { from: { passage: 1, offset: 30 } }),
      ],
      [[0, "So.", 0]],
    ],
    [
      "elsewhere, when the text is another now",
      { passage: 0, span: [90, 93] },
      [paragraph("Not that. So.")],
      [[0, "So.", 0]],
    ],
  ])("are marked at the position in their citation: %s", (_, where, leaves, words) => {
    expect(marked([["So.", where]], leaves)).toEqual({ words, missing: [] });
  });

  it("of two that are alike, the one at the position is marked", () => {
    const leaves = [paragraph("So. So.", { from: { passage: 0, offset: 0 } })];
    const at = (from: number) =>
      markQuotes(leaves, [{ n: 1, quote: "So.", place: "", passage: 0, span: [from, from + 3] }], 0);
    expect(at(0).stretches[0]?.start).toEqual({ leaf: 0, offset: 0 });
    expect(at(4).stretches[0]?.start).toEqual({ leaf: 0, offset: 4 });
  });

  it("are found at the second of a recording", () => {
    const leaves = [paragraph("So."), paragraph("So.", { second: 42 }), paragraph("So.", { second: 60 })];
    expect(marked([["So.", { second: 42 }]], leaves).words).toEqual([[1, "So.", 0]]);
  });

  it.each(["It never ticks.", "", "   "])("are missing when the text lacks them: %j", (quote) => {
    expect(marked([[quote]])).toEqual({ words: [], missing: [0] });
  });
});
