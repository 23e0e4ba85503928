import { describe, expect, test } from "vitest";
import { aMemory } from "@/test/memory";
import { type Action, excerptOf, lineOf, matching, moved, queryOf, sideOf } from "./model";

const action = (label: string, icon: Action["icon"] | undefined = "add"): Action => ({
  id: label,
  label,
  ...(icon && { icon }),
  keys: "a",
  group: "Do",
  run: () => {},
});

describe("actions", () => {
  const all = [action("Add Memory"), action("Add a note"), action("Light mode"), action("Your memories")];

  test.each([
    ["", ["Add Memory", "Add a note", "Light mode", "Your memories"]],
    ["add", ["Add Memory", "Add a note"]],
    ["MEM", ["Add Memory", "Your memories"]],
    ["memory add", ["Add Memory"]],
    ["ode", []],
    ["nöte", ["Add a note"]],
    ["add nothing", []],
    ["?", ["Add Memory", "Add a note", "Light mode", "Your memories"]],
  ])("'%s' finds %j", (query, labels) => {
    expect(matching(all, query).map(({ label }) => label)).toEqual(labels);
  });

  test("an action is also found by its synonyms", () => {
    const logout = { ...action("Logout"), also: "log out sign out" };
    expect(matching([logout], "sign ou")).toEqual([logout]);
    expect(matching([logout], "sign in")).toEqual([]);
  });

  test("an action without an icon is only in the list of keys", () => {
    const { icon: _, ...hidden } = action("Add Memory");
    expect(matching([hidden], "add")).toEqual([]);
  });
});

describe("the query", () => {
  test.each([
    ["goes without the blanks around it", "  slow clocks ", "slow clocks"],
    ["may have 1000 bytes", "x".repeat(1000), "x".repeat(1000)],
    ["has no more", "x".repeat(1001), "x".repeat(1000)],
    ["is counted in bytes", "é".repeat(600), "é".repeat(500)],
    ["has no half of a letter", `x${"é".repeat(600)}`, `x${"é".repeat(499)}`],
    ["has no part of an emoji", `${"x".repeat(998)}👋`, "x".repeat(998)],
  ])("%s", (_, typed, query) => {
    expect(queryOf(typed)).toBe(query);
    expect(new TextEncoder().encode(queryOf(typed)).length).toBeLessThanOrEqual(1000);
  });
});

describe("the line of a memory", () => {
  const text = (memory: Parameters<typeof aMemory>[0], query: string) =>
    lineOf(aMemory(memory), query)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join("");
  const long = `${"One key is stiff. ".repeat(40)}Then the ferry leaves at seven from the quay.`;

  test.each([
    ["its title", { title: "Slow clocks" }, "clo", "Slow [clo]cks"],
    ["its title, when the words are elsewhere", { title: "Slow clocks", description: "A ferry" }, "fer", "Slow clocks"],
    ["a note's title", { type: "note" as const, title: "The ferry…", description: "The ferry" }, "", "The ferry…"],
    ["a note's text", { type: "note" as const, title: "", description: "The\n\n ferry" }, "fer", "The [fer]ry"],
    ["its address", { title: "", link: "https://www.example.com/a" }, "a", "example.com/a"],
    ["its kind, when it has nothing", { type: "note" as const, title: "", link: "" }, "a", "Note"],
  ])("is %s", (_, memory, query, expected) => {
    expect(text(memory, query)).toBe(expected);
  });

  test("is the snippet of a long note with the words of the query", () => {
    expect(text({ type: "note", title: "One key is stiff…", description: long }, "ferry")).toBe(
      "…key is stiff. Then the [ferry] leaves at seven from the quay.",
    );
  });

  test("is never longer than the limit of a row", () => {
    const line = text({ title: "w".repeat(5000) }, "none");
    expect(line).toHaveLength(160);
  });
});

test.each([
  ["the passage that was found", "Slow clocks", "Then the ferry leaves.", "fer", "Then the [fer]ry leaves."],
  ["one word as two", "Slow clocks", "The Wi-Fi is slow.", "wifi", "The [Wi-Fi] is slow."],
  ["two words as one", "Slow clocks", "The wifi is slow.", "wi fi", "The [wifi] is slow."],
  ["nothing, when the title has the words", "The ferry", "Then the ferry leaves.", "fer", undefined],
  ["nothing without the words", "Slow clocks", "A tide.", "fer", undefined],
])("the excerpt under a line is %s", (_, title, found, query, expected) => {
  const pieces = excerptOf(aMemory({ title }), found, query);
  expect(pieces?.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join("")).toBe(expected);
});

test.each([
  ["the site", { site: "The Long Now", link: "https://longnow.example/a" }, "The Long Now"],
  ["the host", { link: "https://www.longnow.example/a" }, "longnow.example"],
  ["the kind of what has no host", { type: "video" as const, link: "" }, "Video"],
  ["kind and day of a note", { type: "note" as const, createdAt: "2026-03-09T12:00:00Z" }, "Note, Mar 9"],
  [
    "kind and day of another year",
    { type: "document" as const, createdAt: "2025-03-09T12:00:00Z" },
    "Document, Mar 9, 2025",
  ],
  ["the kind alone without a day", { type: "tweet" as const, createdAt: "" }, "Tweet"],
])("%s distinguishes similar memories", (_, memory, side) => {
  expect(sideOf(aMemory(memory), new Date(2026, 10, 20))).toBe(side);
});

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 9, 0],
  ["ArrowUp", 0, 9],
  ["PageDown", 2, 7],
  ["PageDown", 7, 9],
  ["PageUp", 7, 2],
  ["PageUp", 2, 0],
  ["Home", 3, undefined],
  ["a", 3, undefined],
])("%s moves from row %d to %s of ten", (key, at, to) => {
  expect(moved(key, at, 10)).toBe(to);
});

test("no key moves anything in an empty list", () => {
  expect(moved("ArrowDown", 0, 0)).toBeUndefined();
});
