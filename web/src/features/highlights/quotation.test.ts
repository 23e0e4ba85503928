import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { quotation } from "./quotation";

const page = aMemory({ title: "Salt [& light]", link: "https://salt.example/a_(b)?c=d" });

it("a quotation has its source: Markdown for editors of text, HTML for the others", () => {
  expect(quotation({ quote: "One <b>.\nTwo." }, page)).toEqual({
    text: "> One <b>.\n>\n> Two.\n\n[Salt \\[& light\\]](https://salt.example/a_%28b%29?c=d)",
    html:
      "<blockquote><p>One &lt;b&gt;.</p><p>Two.</p></blockquote>" +
      '<p><a href="https://salt.example/a_(b)?c=d">Salt [&amp; light]</a></p>',
  });
});

it.each([
  ["a note has no address", aMemory({ type: "note", title: "", link: "" }), {}, "> W\n\nNote"],
  [
    "the address of a file is a secret, its page is not",
    aMemory({ type: "document", title: "Sleep.pdf", link: "https://engram.example/api/files/1?signature=x" }),
    { page: 5 },
    "> W\n\nSleep.pdf, page 5",
  ],
  [
    "a video has its time",
    aMemory({ type: "video", title: "Waves", link: "https://v.example/1" }),
    { second: 65 },
    "> W\n\n[Waves](https://v.example/1), at 1:05",
  ],
  ["what is no address of the web is none", aMemory({ title: "T", link: "javascript:alert(1)" }), {}, "> W\n\nT"],
])("%s", (_, memory, place, text) => {
  expect(quotation({ quote: "W", ...place }, memory).text).toBe(text);
});
