import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { answered, paragraph } from "@/test/answer";
import { aMemory } from "@/test/memory";
import { readAnswer } from "./answer-stream";
import type { Found } from "./model";

const MEMORY = aMemory();
const CITATION = { n: 1, memoryId: MEMORY._id, quote: "q", place: "", passage: 0 };
const WHOLE: Found = {
  content: [MEMORY],
  ...answered("It is. [1]"),
  kind: "answered",
  answered: true,
  citations: [CITATION],
};

const event = (name: string, body: unknown) => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;

/** Reads a stream of these pieces, and records the partial answers. */
async function read(...pieces: string[]) {
  return readFrom(false, ...pieces);
}

async function readFrom(open: boolean, ...pieces: string[]) {
  const parts: Found[] = [];
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (!open) controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  const end = await readAnswer(body, (part) => parts.push(part)).catch((error: unknown) => error);
  return { parts, end, cancelled };
}

describe("the stream of an answer", () => {
  it("reports the text so far, and the complete answer at its end", async () => {
    const { parts, end } = await read(
      event("related", { content: [MEMORY] }),
      ": beat\n\n",
      event("delta", { text: "It " }) + event("delta", { text: "is." }),
      event("citations", { citations: [CITATION], answered: true }),
      event("done", WHOLE),
    );
    expect(parts.map(({ answer, content, citations }) => [answer, content.length, citations.length])).toEqual([
      ["", 1, 0],
      ["It is.", 1, 0],
      ["It is.", 1, 1],
    ]);
    expect(end).toEqual(WHOLE);
  });

  it("reports the blocks so far, and keeps unchanged ones", async () => {
    const [one, two] = [paragraph("One."), paragraph("Two")];
    const list = { kind: "list" as const, items: [[one], [{ kind: "quote" as const, blocks: [two] }]] };
    const code = { kind: "code" as const, text: "a" };
    const { parts } = await read(
      event("blocks", { from: 0, blocks: [one, two] }),
      event("blocks", { from: 1, more: " [1]" }),
      event("blocks", { from: 1, blocks: [list] }),
      event("blocks", { from: 1, more: " more" }),
      event("blocks", { from: 1, blocks: [code] }) + event("blocks", { from: 1, more: "b" }),
      event("blocks", { from: 1 }),
      event("done", WHOLE),
    );
    const longer = { ...list, items: [[one], [{ kind: "quote", blocks: [paragraph("Two more")] }]] };
    expect(parts.map(({ blocks }) => blocks)).toEqual([
      [one, two],
      [one, { kind: "paragraph", spans: [{ text: "Two [1]" }] }],
      [one, list],
      [one, longer],
      [one, { ...code, text: "ab" }],
      [one],
    ]);
    expect(new Set(parts.map(({ blocks }) => blocks[0])).size).toBe(1);
  });

  it("discards the text when it is reset", async () => {
    const { parts, end } = await read(
      event("delta", { text: "A bow" }) + event("blocks", { from: 0, blocks: [paragraph("A bow")] }),
      event("reset", {}) + event("delta", { text: "It is." }),
      event("done", WHOLE),
    );
    expect(parts.map(({ answer, blocks }) => [answer, blocks.length])).toEqual([
      ["A bow", 1],
      ["It is.", 0],
    ]);
    expect(end).toEqual(WHOLE);
  });

  it("keeps the filters of the question's words, and ignores unknown events", async () => {
    const filters = { type: "note", words: ["my note"] };
    const { end } = await read(event("related", { content: [], filters }), event("news", 1), event("done", WHOLE));
    expect(end).toEqual({ ...WHOLE, filters });
  });

  it.each([
    ["nothing", []],
    ["half an answer", [event("delta", { text: "It" })]],
    ["a done that is not finished", ["event: done\ndata: {}\n"]],
  ])("that ends after %s was cut off", async (_, pieces) => {
    expect((await read(...pieces)).end).toEqual(new TypeError("the answer was cut off"));
  });

  it("that ends with an error event fails with its message", async () => {
    const { end } = await read(event("error", { message: "No searches left", status: 429 }));
    expect(end).toBeInstanceOf(ApiError);
    expect(end).toMatchObject({ status: 429, said: "No searches left" });
  });

  it("keeps the text that arrives with the last event, and ignores the rest", async () => {
    const { parts, end, cancelled } = await readFrom(
      true,
      event("delta", { text: "It is" }) + event("error", { message: "The model is gone", status: 503 }),
    );
    expect(parts.map(({ answer }) => answer)).toEqual(["It is"]);
    expect(end).toMatchObject({ status: 503 });
    expect(cancelled).toBe(true);
  });

  it("with invalid data fails", async () => {
    expect((await read("event: delta\ndata: {\n\n")).end).toBeInstanceOf(SyntaxError);
  });
});
