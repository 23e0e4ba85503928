import { expect, it } from "vitest";
import { textOnly } from "./text-only";

it("keeps the words of an answer, and no link that opens a file, nor where the list goes on", () => {
  const memory = {
    _id: "1",
    title: "A page at /api/files/",
    link: "https://engram.example/api/files/u/1/a.pdf?signature=x",
    imageUrl: "/api/pictures/u/1?signature=x",
    files: [{ name: "a.pdf", link: "/api/files/u/2/a.pdf?signature=x" }],
    tags: ["beans"],
    starred: true,
    progress: null,
  };
  expect(textOnly({ content: [memory], change: "12", nextCursor: "1", counts: { link: 3 } })).toEqual({
    content: [{ ...memory, link: "", imageUrl: "", files: [{ name: "a.pdf", link: "" }] }],
    counts: { link: 3 },
  });
});

it("keeps the addresses of pages", () => {
  expect(textOnly(["https://example.com/docs/api/v1", "https://example.com/a"])).toEqual([
    "https://example.com/docs/api/v1",
    "https://example.com/a",
  ]);
});
