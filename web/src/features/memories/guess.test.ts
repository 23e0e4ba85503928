import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { guessHeight } from "./guess";

// As they were measured in a browser.
it.each([
  [356, 344, { description: "a".repeat(150) }],
  [280, 412, { description: "a".repeat(150) }],
  [270, 460, { description: "a".repeat(165) }],
  [356, 471, { description: "Watch it carry the tens", imageUrl: "/picture" }],
  [280, 472, { description: "Watch it carry the tens", imageUrl: "/picture" }],
  [280, 452, { imageUrl: "/picture" }],
  [356, 215, { status: "failed" }],
  [280, 236, { status: "failed" }],
] as const)("the card of a tweet, %i wide and %i tall, is taken to be so within a line", (width, height, part) => {
  const guess = guessHeight(aMemory({ type: "tweet", description: "", imageUrl: "", ...part }), width);
  expect(Math.abs(guess - height)).toBeLessThanOrEqual(24);
});

it("a card with more to show is taken to be taller, up to a bound", () => {
  for (const type of ["note", "tweet"] as const) {
    const height = (letters: number) => guessHeight(aMemory({ type, description: "a".repeat(letters) }), 300);
    expect(height(200)).toBeGreaterThan(height(10));
    expect(height(1e6)).toBeLessThan(1000);
  }
});
