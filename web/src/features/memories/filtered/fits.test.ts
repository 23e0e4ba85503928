import { expect, it } from "vitest";
import { parseFilter } from "@/memory/filter/parse";
import { aMemory } from "@/test/memory";
import { mayFit } from "./fits";

it.each([
  ["tag:été", { tags: ["Ete"] }, true],
  ["tag:a", { tags: ["b"] }, false],
  ["-tag:a", { tags: ["b"] }, true],
  ["is:starred", { starred: true }, true],
  ["is:starred", {}, false],
  ["-is:starred", { starred: true }, false],
  ["is:unread", { progress: 0 }, false],
  ["is:unread", {}, true],
  ["is:unread", { type: "note" }, false],
  ["is:failed", {}, false],
  ["tag:a", { tags: ["a"], archived: true }, false],
  ["is:archived", { archived: true }, true],
  ["is:archived", {}, false],
  // What only the server knows.
  ["from:nytimes.com before:2025 is:highlighted -is:highlighted -from:a.com", {}, true],
] as const)("%s and %j: %j", (filter, part, fits) => {
  const memory = aMemory({ ...part, tags: "tags" in part ? [...part.tags] : [] });
  expect(mayFit(memory, parseFilter(filter).words)).toBe(fits);
});
