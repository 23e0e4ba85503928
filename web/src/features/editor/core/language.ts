import { markdownLanguage } from "@codemirror/lang-markdown";
import { Language } from "@codemirror/language";
import type { MarkdownParser } from "@lezer/markdown";

// The server reads GitHub's markdown, which has none of these.
const parser = (markdownLanguage.parser as MarkdownParser).configure({
  remove: ["Subscript", "Superscript", "Emoji"],
});

/** Markdown as notes are read. It has the data of the library's own, whose commands go by that. */
export const markdown = new Language(markdownLanguage.data, parser, [], "markdown");
