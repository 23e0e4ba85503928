import { describe, expect, it } from "vitest";
import { answered, paragraph } from "@/test/answer";
import { aMemory } from "@/test/memory";
import type { Found } from "./model";
import { blocksOf, hasUnsupported, splitSources } from "./tree";

const content = [aMemory({ title: "Ferry" }), aMemory({ title: "Boats" }), aMemory({ title: "Harbour" })];
const bare = (n: number) => ({ n, memoryId: content[n - 1]?._id ?? "", quote: "", place: "", passage: 0 });
const NEAREST = "Nothing you saved answers this.\n\nThe nearest to it:\n\n- Ferry [1]\n- Harbour [3]";

const found = (answer: string, rest: Partial<Found> = {}): Found => ({
  content,
  ...answered(answer),
  kind: "answered",
  answered: true,
  citations: [],
  ...rest,
});

describe("parts of an answer that the list of memories replaces", () => {
  it("ASK-15 the nearest memories of a refusal, with the line above them", () => {
    const own = { blocks: [paragraph("Nothing you saved answers this.")], sources: [bare(1), bare(3)], listed: true };
    expect(splitSources(found(NEAREST, { kind: "refused" }))).toEqual(own);
    expect(splitSources(found(NEAREST, { kind: "refused", citations: [bare(1), bare(3)], model: "small" }))).toEqual(
      own,
    );
  });

  it("the memories of a listing, but not the text about them", () => {
    const citations = [bare(1), { ...bare(2), quote: "At seven." }];
    const listing = found("You saved 2 memories:\n\n- Ferry [1]\n- Boats [2]", { kind: "listing", citations });
    expect(splitSources(listing)).toEqual({
      blocks: [paragraph("You saved 2 memories:")],
      sources: citations,
      listed: true,
    });
  });

  it.each<[string, Partial<Found>]>([
    ["an answer", { citations: [bare(1)] }],
    ["what is closest", { kind: "closest", citations: [bare(1)] }],
    ["a refusal whose memories are gone", { kind: "refused", content: [] }],
  ])("and no more: %s stays", (_, rest) => {
    const whole = found(NEAREST, rest);
    expect(splitSources(whole)).toEqual({ blocks: whole.blocks, sources: whole.citations, listed: false });
  });
});

it("an answer without blocks, as from an older server, is its plain text", () => {
  expect(blocksOf(found("", { answer: "**So** [1].", blocks: [] }))).toEqual([
    { kind: "paragraph", spans: [{ text: "**So** [1]." }] },
  ]);
  expect(blocksOf(found("", { blocks: [] }))).toEqual([]);
});

it.each<[string, Found["blocks"], boolean]>([
  ["an item", [{ kind: "list", items: [[{ kind: "quote", blocks: [paragraph("So [?].")] }]] }], true],
  ["a cell", [{ kind: "table", rows: [[null, [{ unsupported: true }]]] }], true],
  ["nothing", [paragraph("So [1]."), { kind: "code", text: "[?]" }], false],
])("a mark of doubt is seen in %s", (_, blocks, is) => {
  expect(hasUnsupported(found("", { blocks }))).toBe(is);
});
