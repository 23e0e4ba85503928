import { expect, it } from "vitest";
import type { Memory } from "@/memory/kinds";
import { aMemory } from "@/test/memory";
import { newsOf } from "./news";

type Part = Partial<Memory>;
const memory = (id: number, part: Part) => aMemory({ _id: String(id), title: `Page ${id}`, ...part });
const PENDING: Part = { status: "pending" };
const FAILED: Part = { status: "failed", error: "No." };

it.each<[string, Part[], Part[], string]>([
  ["nothing that was ready already", [{}, FAILED], [{}, FAILED], ""],
  ["nothing that is still on its way", [PENDING], [{ ...PENDING, step: "reading" }], ""],
  ["what was read", [PENDING], [{}], "Saved: Page 0."],
  ["what could not be", [PENDING], [FAILED], "Could not be read: Page 0."],
  ["what is missing of one that was read", [PENDING], [{ error: "No captions." }], "Page 0: No captions."],
  ["each of a few", [PENDING, {}, PENDING], [{}, {}, FAILED], "Saved: Page 0. Could not be read: Page 2."],
  ["how many of a crowd", Array(5).fill(PENDING), Array(5).fill({}), "5 memories are saved."],
  [
    "how many of a crowd failed",
    Array(5).fill(PENDING),
    [FAILED, {}, {}, {}, FAILED],
    "3 memories are saved, 2 could not be read.",
  ],
  [
    "a crowd of which parts are missing as saved",
    Array(4).fill(PENDING),
    [{ error: "No captions." }, {}, {}, {}],
    "4 memories are saved.",
  ],
])("tells %s", (_, before, now, news) => {
  const list = (parts: Part[]) => parts.map((part, index) => memory(index, part));
  expect(newsOf(list(before), list(now))).toBe(news);
});

it("a new or deleted memory is not announced", () => {
  expect(newsOf([], [memory(1, {})])).toBe("");
  expect(newsOf([memory(1, PENDING)], [])).toBe("");
});
