import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { suggestions } from "./suggestions";

const note = (description: string, title = "") => aMemory({ type: "note", title, description, link: "" });

describe("suggestions", () => {
  it.each([
    ["The lease ends on May 3. Call Ann before.", "When does the lease end?"],
    ["# Boat\nOur boat club meets every Tuesday at 19:30.", "When does our boat club meet?"],
    ["The spare key is under the third pot.", "Where is the spare key?"],
    ["My library card is in the blue drawer", "Where is my library card?"],
    ["The wifi password is heron-42.", "What is the wifi password?"],
    ["The season ticket costs 84 euros a month.", "How much does the season ticket cost?"],
    ["The invoice is due next week.", "When is the invoice due?"],
    ["The Long Now clock is a mechanical clock built to tick for ten thousand years.", "What is the Long Now clock?"],
  ])("asks what a sentence answers: %s", (text, question) => {
    expect(suggestions([note(text)])).toEqual([question]);
  });

  it.each([
    "The ferry is late.",
    "Is the ferry late?",
    "The man that called is a friend.",
    "It is a fine day.",
    "Buy bread",
  ])("asks nothing of a sentence that answers nothing: %s", (text) => {
    expect(suggestions([note(text)])).toEqual([]);
  });

  it("use the title where no sentence answers, one of each kind, newest first", () => {
    expect(
      suggestions([
        aMemory({ title: "Still being read", status: "pending" }),
        aMemory({ title: "Not read", status: "failed" }),
        aMemory({ title: "Slow clocks | Long Now", description: "Why slow clocks matter." }),
        aMemory({ title: "Another page" }),
        aMemory({ type: "document", title: "Lease_2026.pdf", link: "/api/files/m/1/Lease.pdf?signature=x" }),
        note(""),
        note("", "Names for the boat."),
      ]),
    ).toEqual([
      "What did I read about slow clocks?",
      "What is in “Lease 2026”?",
      "What did I note about Names for the boat?",
    ]);
  });

  it("never use a title that is a question, nor an address, a paragraph or a figure", () => {
    for (const title of [
      "Why do cats purr",
      "Should you rewrite it?",
      "example.com/a",
      "word ".repeat(9),
      "2026-11-20",
      " ",
    ]) {
      expect(suggestions([aMemory({ title, link: "https://example.com/a" })])).toEqual([]);
    }
  });

  it("use text in English only, and none of recordings and tweets", () => {
    expect(suggestions([aMemory({ title: "", description: "The lease ends on May 3.", language: "de" })])).toEqual([]);
    expect(suggestions([aMemory({ type: "video", title: "A film", description: "The lease ends on May 3." })])).toEqual(
      [],
    );
    expect(suggestions([])).toEqual([]);
  });
});
