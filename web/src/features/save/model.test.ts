import { describe, expect, it } from "vitest";
import { begunOf, bookmarklet, nameOf, quoted, thingsOf, waitText } from "./model";

const shared = (part: Partial<Parameters<typeof begunOf>[0]>) => ({ title: "", text: "", url: "", files: [], ...part });

describe("what is shared", () => {
  it.each([
    ["an address", { url: "https://example.com/a" }, { kind: "link", link: "https://example.com/a", remark: "" }],
    [
      "one within the text",
      { text: "https://example.com/a" },
      { kind: "link", link: "https://example.com/a", remark: "" },
    ],
    [
      "one with words beside it",
      { title: "A page", text: "Read this: https://example.com/a?b=c#d" },
      { kind: "link", link: "https://example.com/a?b=c#d", title: "A page", remark: "Read this:" },
    ],
    [
      "the title once more as the text",
      { title: "A page", text: "A page https://example.com" },
      { kind: "link", link: "https://example.com", title: "A page", remark: "" },
    ],
    ["words", { title: "Beans", text: "Sow them in autumn." }, { kind: "note", text: "Beans\n\nSow them in autumn." }],
    ["the same words twice", { title: "Beans", text: "Beans" }, { kind: "note", text: "Beans" }],
    ["nothing", {}, { kind: "note", text: "", link: "" }],
    ["an address that runs code", { url: "javascript:alert(1)" }, { kind: "note", link: "" }],
  ])("%s", (_, part, want) => expect(begunOf(shared(part))).toMatchObject(want));

  it("files come before words", () => {
    const files = [new File(["a"], "a.png")];
    expect(begunOf(shared({ files, text: "The harbour" }))).toMatchObject({
      kind: "files",
      files,
      remark: "The harbour",
    });
  });
});

it("things are made of what is there", () => {
  const files = [new File(["a"], "a.png"), new File(["b"], "")];
  expect(thingsOf({ kind: "files", link: "", text: "", files }).map(nameOf)).toEqual(["a.png", "Shared file"]);
  expect(thingsOf({ kind: "note", link: "", text: " ", files: [] })).toEqual([]);
  expect(thingsOf({ kind: "link", link: "", text: "", files: [] })).toEqual([]);
});

it("what waits is counted in words", () => {
  expect([1, 2].map(waitText)).toEqual(["A save waits on this device", "2 saves wait on this device"]);
});

it("a selection is quoted line by line", () => expect(quoted(" One.\n\nTwo. ")).toBe("> One.\n> Two."));

it("the bookmarklet opens our page with the address, the title and what is selected", () => {
  const code = bookmarklet("https://engram.example");
  const opened: unknown[] = [];
  const run = new Function("open", "getSelection", "location", "document", code.replace(/^javascript:/, ""));
  run(
    (...all: unknown[]) => opened.push(...all),
    () => "some & words",
    { href: "https://a.example/?x=1&y" },
    { title: "A “page”" },
  );
  const url = new URL(String(opened[0]));
  expect(url.origin + url.pathname).toBe("https://engram.example/save");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    url: "https://a.example/?x=1&y",
    title: "A “page”",
    text: "some & words",
  });
});
