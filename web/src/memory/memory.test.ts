import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { bareAddress, canFetchAgain, canRetry, pagesText, stepText, titleOf } from "./memory";

it("an address is shortened for reading", () => {
  expect(bareAddress("https://www.longnow.example/essays/slow-clocks/")).toBe("longnow.example/essays/slow-clocks");
});

it.each([
  [{ title: " Slow clocks " }, "Slow clocks"],
  [{ title: "  ", link: "https://www.longnow.example/clocks/" }, "longnow.example/clocks"],
  [{ title: "", type: "tweet", author: "Ada" }, "Tweet by Ada"],
  [{ title: "", type: "note", link: "" }, "Note"],
  // Its address is signed, so it opens the file without a session.
  [{ title: "", type: "document", link: "/api/files/1?signature=x" }, "Document"],
  [{ title: "", link: "" }, "Web page"],
] as const)("a memory of %j is called %s", (part, title) => {
  expect(titleOf(aMemory(part))).toBe(title);
});

it.each([
  [undefined, ""],
  [0, ""],
  [1, "1 page"],
  [12, "12 pages"],
  [2048, "2,048 pages"],
])("%s pages are '%s'", (pages, text) => {
  expect(pagesText(aMemory({ ...(pages !== undefined && { pages }) }))).toBe(text);
});

it.each([
  [{}, true],
  [{ type: "note" }, false],
  [{ type: "document" }, false],
  [{ status: "pending" }, false],
  [{ status: "failed" }, false],
  [{ error: "No captions." }, false],
] as const)("API-28 whether %j can be fetched again: %j", (part, can) => {
  expect(canFetchAgain(aMemory(part))).toBe(can);
});

it.each([
  [{}, false],
  [{ status: "pending" }, false],
  [{ status: "failed" }, true],
  [{ error: "No captions." }, true],
  [{ type: "document", status: "failed" }, true],
  [{ type: "note", status: "failed" }, false],
] as const)("whether %j can be tried again: %j", (part, can) => {
  expect(canRetry(aMemory(part))).toBe(can);
});

it.each([
  [{}, "Waiting for its turn"],
  [{ step: "fetching" }, "Fetching the page"],
  [{ step: "fetching", type: "document" }, "Opening the document"],
  [{ step: "reading" }, "Reading it"],
  [{ step: "picturing", pagesRead: 3, pages: 9 }, "Keeping its picture"],
  [{ step: "reading", pagesRead: 3, pages: 9 }, "Read to page 3 of 9"],
] as const)("what happens to %j is said in words: %s", (part, text) => {
  expect(stepText(aMemory({ status: "pending", ...part }))).toBe(text);
});
