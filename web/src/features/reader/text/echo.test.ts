import { expect, it } from "vitest";
import type { Block } from "@/document/tree";
import { aMemory } from "@/test/memory";
import { shownOf, standOf } from "./echo";

const words = (...texts: string[]) => texts.map((text): Block => ({ kind: "paragraph", spans: [{ text }] }));
const head = (text: string): Block => ({ kind: "heading", level: 1, spans: [{ text }] });
const PAPER = { type: "document", title: "Sleep.pdf", link: "/api/files/1" } as const;

it.each<[string, Parameters<typeof aMemory>[0], Block[], Block[]]>([
  ["a title", { title: "Clocks" }, words("Clocks", "So."), words("So.")],
  ["a title that is all", { title: "Clocks" }, words("Clocks"), words("Clocks")],
  [
    "a description that the text repeats",
    { title: "T" },
    words("Slow cl…", "Slow clocks tick.", "So."),
    words("Slow clocks tick.", "So."),
  ],
  [
    "the address behind what is known",
    { link: "https://example.com/a" },
    words("Known.", "https://example.com/a"),
    words("Known."),
  ],
  ["an address alone", { link: "https://example.com/a" }, words("https://example.com/a"), []],
  ["the name of what could not be read", { ...PAPER, status: "failed" }, words("Sleep.pdf"), []],
  ["no name of a document that was read", PAPER, words("Sleep.pdf", "So."), words("Sleep.pdf", "So.")],
  [
    "no line of a note, whatever it repeats",
    { type: "note", title: "So." },
    words("So.", "So. So."),
    words("So.", "So. So."),
  ],
  ["no line that is written twice", { title: "T" }, words("So.", "So.", "End."), words("So.", "So.", "End.")],
  [
    "the heading of a note that is its title",
    { type: "note", title: "Bread", link: "" },
    [head("Bread"), ...words("So.")],
    words("So."),
  ],
  ["no other words", { title: "Clocks" }, words("Time.", "So."), words("Time.", "So.")],
])("a text is shown without %s", (_, memory, blocks, shown) => {
  const { from, to } = shownOf(blocks, aMemory(memory));
  expect(blocks.slice(from, to)).toEqual(shown);
});

it("what a page says of itself stands above its text, unless that begins with it", () => {
  const page = aMemory({ type: "link", description: "About clocks." });
  expect(standOf(page, words("One.", "Two.", "Three."))).toBe("About clocks.");
  expect(standOf(page, words("One.", "About clocks. And more.", "Three."))).toBe("");
  expect(standOf(page, words("One."))).toBe("");
  expect(standOf(aMemory({ type: "note", description: "x" }), words("1", "2", "3"))).toBe("");
});
