import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { aMemory } from "@/test/memory";
import { readAnswer } from "./answer-stream";
import type { Found } from "./model";

const MEMORY = aMemory();
const CITATION = { n: 1, memoryId: MEMORY._id, quote: "q", place: "" };
const WHOLE: Found = { content: [MEMORY], answer: "It is. [1]", answered: true, citations: [CITATION] };

const event = (name: string, body: unknown) => `event: ${name}\ndata: ${JSON.stringify(body)}\n\n`;

/** Reads a stream of these pieces, and notes what was told on the way. */
async function read(...pieces: string[]) {
  const parts: Found[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const end = await readAnswer(body, (part) => parts.push(part)).catch((error: unknown) => error);
  return { parts, end };
}

describe("an answer's stream", () => {
  it("tells what has come so far, and the whole at its end", async () => {
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

  it("keeps what the words narrowed it to, and leaves out events that it does not know", async () => {
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

  it("that says why it fails, fails so", async () => {
    const { end } = await read(event("error", { message: "No searches left", status: 429 }));
    expect(end).toBeInstanceOf(ApiError);
    expect(end).toMatchObject({ status: 429, said: "No searches left" });
  });

  it("that says what nobody can read, fails", async () => {
    expect((await read("event: delta\ndata: {\n\n")).end).toBeInstanceOf(SyntaxError);
  });
});
