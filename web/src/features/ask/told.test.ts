import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import type { Found } from "./model";
import { told } from "./told";

const content = [aMemory({ title: "Ferry" }), aMemory({ title: "Boats" }), aMemory({ title: "Harbour" })];
const bare = (n: number) => ({ n, memoryId: content[n - 1]?._id ?? "", quote: "", place: "" });
const NEAREST = "Nothing you saved answers this.\n\nThe nearest to it:\n\n- Ferry [1]\n- Harbour \\[2\\] [3]";

const found = (rest: Partial<Found>): Found => ({ content, answer: "", answered: true, citations: [], ...rest });

describe("what an answer leaves to the memories under it", () => {
  it("ASK-15 the nearest memories of a refusal, with the line that leads to them", () => {
    const own = { text: "Nothing you saved answers this.", sources: [bare(1), bare(3)], listed: true };
    expect(told(found({ answer: NEAREST, answered: false }))).toEqual(own);
    expect(told(found({ answer: NEAREST, answered: false, citations: [bare(1), bare(3)] }))).toEqual(own);
  });

  it("a list of memories that are named and not quoted, but for what is said of it", () => {
    const answer = "You saved 2 memories yesterday:\n\n- Ferry [1]\n- Boats [2]\n";
    expect(told(found({ answer, citations: [bare(1), bare(2)] }))).toEqual({
      text: "You saved 2 memories yesterday:",
      sources: [bare(1), bare(2)],
      listed: true,
    });
  });

  it("a list of what memories are called, whatever is quoted of them", () => {
    const answer = "You saved 4 notes\\! The newest 2:\n\n- Ferry [1]\n- Boats \\& oars\\. [2]";
    const own = [content[0], aMemory({ title: "Boats  & oars." })] as Found["content"];
    const citations = own.map(({ _id }, index) => ({ n: index + 1, memoryId: _id, quote: "At seven.", place: "" }));
    expect(told(found({ answer, content: own, citations }))).toEqual({
      text: "You saved 4 notes\\! The newest 2:",
      sources: citations,
      listed: true,
    });
  });

  it("a list that has a heading behind something else, which stays", () => {
    const answer = "You saved 1 note.\n\nThe newest:\n\n- Ferry [1]";
    expect(told(found({ answer, citations: [bare(1)] })).text).toBe("You saved 1 note.\n\nThe newest:");
  });

  it.each([
    ["an address", "https://ferry.example/a_b", "`https://ferry.example/a_b`"],
    ["an e-mail address among words", "From ann@ferry.example & co [1]", "From `ann@ferry.example` & co \\[1\\]"],
    ["an address with backticks", "see `http://x``y @ 3", "see ``` `http://x``y ``` @ 3"],
    ["backticks of its own", "`https` is `code`", "\\`https\\` is \\`code\\`"],
    ["a link in markdown", "[Ferry](https://ferry.example) ahead", "`[Ferry](https://ferry.example)` ahead"],
    ["signs that turn the direction of what follows", "\u2066Ferry\u2069 \u202eahead", "Ferry ahead"],
  ])("a list of a name with %s", (_, title, written) => {
    const own = [aMemory({ title })] as Found["content"];
    const citations = own.map(({ _id }) => ({ n: 1, memoryId: _id, quote: "At seven.", place: "" }));
    const answer = `You saved 1 note:\n\n- ${written} [1]`;
    expect(told(found({ answer, content: own, citations })).listed).toBe(true);
  });

  it.each([
    [
      "what leads to a list",
      "Your doctor wrote to you.\n\nYou must never take these together:\n\n- Ferry [1]\n- Boats [2]",
    ],
    ["the order of a list", "Ranked:\n\n1. Boats [2]\n2. Ferry [1]"],
  ])("nothing of what a model wrote: %s stays", (_, answer) => {
    const citations = [
      { ...bare(1), quote: "Ferry" },
      { ...bare(2), quote: "Boats" },
    ];
    expect(told(found({ answer, citations, model: "small" }))).toEqual({
      text: answer,
      sources: citations,
      listed: false,
    });
  });

  it("ASK-15 the nearest memories of a model's refusal, which are not its words", () => {
    const { text, listed } = told(found({ answer: NEAREST, answered: false, model: "small" }));
    expect(text).toBe("Nothing you saved answers this.");
    expect(listed).toBe(true);
  });

  it.each([
    ["what a mark points to", { answer: "Two [1]:\n\n- Ferry [1]", citations: [bare(1)] }],
    ["what is all there is", { answer: "- Ferry [1]\n- Boats [2]", citations: [bare(1), bare(2)] }],
    [
      "more than names",
      { answer: "Two:\n\n- Ferry, at seven. [1]", citations: [{ ...bare(1), quote: "Ferry, at seven." }] },
    ],
    [
      "what is quoted",
      { answer: "- At seven. [1]\n- At nine. [2]", citations: [{ ...bare(1), quote: "At seven." }, bare(2)] },
    ],
    ["what nobody cites", { answer: NEAREST, citations: [bare(1)] }],
    ["what stands before more", { answer: "Two:\n\n- Ferry [1]\n\nAnd more.", citations: [bare(1)] }],
    ["a paragraph", { answer: "It is the ferry [1]", citations: [bare(1)] }],
    ["the names of memories that are gone", { answer: NEAREST, answered: false, content: [] }],
    ["nothing", { answered: false }],
  ])("and no more: %s stays", (_, rest) => {
    const { text, listed } = told(found(rest));
    expect(text).toBe(found(rest).answer);
    expect(listed).toBe(false);
  });
});
