import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { claims } from "./claims";

const read = (path: string) => readFileSync(`../${path}`, "utf8");
const inOneLine = (text: string) => text.replace(/\s+/g, " ");

it.each(claims)("“$words” is in $where, and the tests that show it exist", ({ words, where, shownBy }) => {
  expect(inOneLine(read(where))).toContain(words);
  expect(shownBy.length).toBeGreaterThan(0);
  for (const [file, name] of shownBy) expect(read(file), file).toContain(name);
});

it("the cookie policy lists every key that is written to the browser", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^test\//.test(path))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));
  const writing = sources.filter(({ text }) => /(local|session)Storage\.setItem/.test(text)).map(({ path }) => path);
  expect(writing.toSorted()).toEqual([
    "api/draft.ts",
    "api/session.ts",
    "app/connect-request.ts",
    "features/editor/drafts.ts",
    "features/highlights/color.ts",
    "features/memories/place.ts",
    "features/reader/type/settings.ts",
    "features/theme/use-theme.ts",
    "lib/compact.ts",
    "lib/marks-back.ts",
    "lib/single-keys.ts",
  ]);
  const policy = read("web/src/features/policies/cookies.tsx");
  const others = sources.filter(({ text }) => /indexedDB\.open|caches\.open/.test(text)).map(({ path }) => path);
  expect(others.toSorted()).toEqual(["api/device-store.ts", "worker/memories.ts", "worker/shell.ts"]);
  for (const name of ["engram, a database", "memories, a cache", "shell, a cache"])
    expect(policy).toContain(`name="${name}"`);
  for (const key of [
    "token",
    "connect",
    "places",
    "darkMode",
    "draft: ",
    "drafts of",
    "note-draft:",
    "singleKeys",
    "visited",
    "markColor",
    "marksBack",
  ]) {
    expect(
      sources.some(({ text }) => text.includes(`"${key.trim()}"`)),
      key,
    ).toBe(true);
    expect(policy).toContain(`name="${key}`);
  }
});
