import { expect, it } from "vitest";
import { parseFilter } from "./parse";
import { sentenceOf } from "./sentence";
import { type Facets, suggest } from "./suggest";
import { wordText } from "./words";

const FACETS: Facets = {
  tags: [
    { name: "recipes", count: 12 },
    { name: "to read", count: 3 },
    { name: "Été", count: 1 },
    { name: "料理", count: 2 },
  ],
  sites: [{ name: "nytimes.com", count: 4 }],
  authors: [{ name: "Ida Marsh", count: 2 }],
  languages: [{ name: "en", count: 9 }],
  kinds: [{ name: "link", count: 5 }],
};
const NOW = new Date(2026, 10, 25);

const offered = (typed: string, there = "") =>
  suggest(typed, FACETS, parseFilter(there).words, NOW).map((one) => ("word" in one ? wordText(one.word) : one.fill));

it.each([
  ["", "", "tag: kind: from: by: lang: on: is:starred is:unread is:archived is:failed"],
  ["-", "", "-tag: -kind: -from: -by: -lang: -on:"],
  ["re", "", 'tag:recipes tag:"to read" is:read'],
  ["re", "tag:recipes", 'tag:"to read" is:read'],
  ["tag:", "", 'tag:recipes tag:"to read" tag:Été tag:料理'],
  ["tag:ete", "", "tag:Été"],
  ["理", "", "tag:料理"],
  ["tag:new", "", "tag:new"],
  ["-tag:rec", "", "-tag:recipes -tag:rec"],
  ["site:ny", "", "from:nytimes.com from:ny"],
  ["marsh", "", 'by:"Ida Marsh"'],
  ["engl", "", "lang:en"],
  ["web", "", "kind:link"],
  ["2025", "", "on:2025 before:2025 after:2025"],
  ["before:2025-3", "", "before:2025-03"],
  ["date:", "", "on:2026-11 on:2026 on:2025 on:2024"],
  ["star", "", "is:starred"],
  ["nothing at all", "", ""],
])("'%s' beside '%s' may become %s", (typed, there, expected) => {
  expect(offered(typed, there).join(" ")).toBe(expected);
});

it.each([
  ["", 1, "1 memory", ""],
  ["", 0, "No memories", ""],
  [
    "kind:link tag:recipes from:nytimes.com before:2025",
    12,
    "12 web pages",
    "tagged recipes, from nytimes.com, saved before 2025",
  ],
  ["kind:link kind:video is:unread is:starred", 2, "2 unread, starred web pages or videos", ""],
  [
    "tag:a tag:b -tag:c lang:de on:2025-03",
    1200,
    "1,200 memories",
    "tagged a and b, not tagged c, in German, saved in March 2025",
  ],
  ["on:2025-03-09 on:2024", 1, "1 memory", "saved on Mar 9, 2025 or in 2024"],
  ["-is:starred -kind:note after:2025-03-09", 3, "3 memories", "saved after Mar 9, 2025, not starred or notes"],
])("%s of %i says: %s %s", (filter, count, what, which) => {
  expect(sentenceOf(parseFilter(filter).words, count)).toEqual({ what, which });
});
