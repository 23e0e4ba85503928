import { expect, it } from "vitest";
import { aListed } from "@/test/highlight";
import { countText, groupsOf, heightOf, sinceText } from "./groups";

it("marks stand with their memory, which has the place of its newest, in the order of the text", () => {
  const listed = [
    aListed({ id: "a", memoryId: "one", start: { leaf: 4, offset: 0 } }),
    aListed({ id: "b", memoryId: "two" }),
    aListed({ id: "c", memoryId: "one", start: { leaf: 2, offset: 3 } }),
    aListed({ id: "d", memoryId: "one", start: { leaf: 0, offset: 0 }, orphaned: true }),
  ];
  expect(groupsOf(listed).map(({ memory, marks }) => [memory._id, marks.map(({ id }) => id)])).toEqual([
    ["one", ["c", "a", "d"]],
    ["two", ["b"]],
  ]);
});

it("a longer group is guessed to be higher", () => {
  const [short, long] = [aListed({ quote: "few" }), aListed({ quote: "many ".repeat(200) })].map((one) =>
    heightOf({ memory: one.memory, marks: [one] }),
  );
  expect(long).toBeGreaterThan(short as number);
});

const NOW = new Date(2026, 10, 25, 9);
it.each([
  [new Date(2026, 10, 25, 0, 5), "today"],
  [new Date(2026, 10, 24, 23, 55), "yesterday"],
  [new Date(2026, 10, 15), "10 days ago"],
  [new Date(2026, 7, 3), "on Aug 3"],
  [new Date(2025, 10, 25, 20), "a year ago today"],
  [new Date(2023, 10, 25), "3 years ago today"],
  [new Date(2025, 4, 2), "on May 2, 2025"],
])("what was marked at %s was marked %s", (at, text) => {
  expect(sinceText(at, NOW)).toBe(text);
});

it.each([
  [1, false, "1 mark"],
  [86, false, "86 marks"],
  [100, true, "The newest 100 marks"],
])("%i of them, more to come: %j", (count, more, text) => {
  expect(countText(count, more)).toBe(text);
});
