import { describe, expect, it } from "vitest";
import { answered } from "@/test/answer";
import { aMemory } from "@/test/memory";
import { answerText, noteText } from "./answer-text";
import type { Found } from "./model";

const PAGE = aMemory({ title: "Slow\n waves", link: "https://example.com/waves" });
const PAPER = aMemory({ type: "document", title: "Sleep.pdf", link: "/api/files/1?signature=x" });

function found(part: Partial<Found> = {}): Found {
  const own = answered(part.answer ?? "Kept [1], tied [2].\n");
  return { content: [PAGE, PAPER], ...own, kind: "answered", answered: true, citations: [], ...part };
}

const cite = (n: number, memoryId: string, place = "") => ({ n, memoryId, quote: "q", place, passage: 0 });

describe("an answer as text", () => {
  it("lists each citation number once, with title, places and the link of a web page", () => {
    const citations = [
      cite(2, PAPER._id, "page 4"),
      cite(1, PAGE._id),
      cite(2, PAPER._id, "page 9"),
      cite(2, PAPER._id, "page 4"),
    ];
    expect(answerText(found({ citations }))).toBe(
      "Kept [1], tied [2].\n\nSources:\n\n- [1] Slow waves: https://example.com/waves\n- [2] Sleep.pdf, page 4, page 9",
    );
  });

  it("names a deleted memory, and lists nothing without citations", () => {
    expect(answerText(found({ citations: [cite(1, "gone")] }))).toContain("- [1] A memory");
    expect(answerText(found())).toBe("Kept [1], tied [2].");
  });

  it.each(["/api/files/u/1/Sleep.pdf?signature=x", "https://engram.example/api/files/u/1/Sleep.pdf?signature=x"])(
    "names a document without its signed link: %s",
    (link) => {
      for (const title of ["Sleep.pdf", ""]) {
        const paper = aMemory({ type: "document", title, link });
        const text = noteText("Why?", found({ content: [paper], citations: [cite(1, paper._id, "page 4")] }));
        expect(text).toContain(`- [1] ${title || "Your document"}, page 4`);
        expect(text).not.toMatch(/signature|files/);
      }
    },
  );

  it("has no links with other schemes", () => {
    const bad = aMemory({ title: "Bad", link: "javascript:alert(1)" });
    expect(answerText(found({ content: [bad], citations: [cite(1, bad._id)] }))).not.toContain("javascript");
  });

  it("explains [?] where the answer has one", () => {
    expect(answerText(found({ answer: "So [?].", model: "m" }))).toContain("- [?] Not found in what was saved");
    expect(answerText(found({ answer: "So [?].", blocks: [] }))).toBe("So [?].");
  });

  it("becomes a note under its question", () => {
    expect(noteText(" What is kept?\n", found())).toBe("What is kept?\n\nKept [1], tied [2].");
  });

  it("becomes a note that names the model", () => {
    expect(noteText("Why?", found({ model: "a\nmodel" }))).toBe("Why?\n\nKept [1], tied [2].\n\nWritten by a model");
    expect(answerText(found({ model: "a-model" }))).not.toContain("Written by");
  });
});
