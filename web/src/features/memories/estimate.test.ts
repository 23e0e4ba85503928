import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { estimateHeight } from "./estimate";

// As they were measured in a browser.
it.each([
  [356, 344, { description: "a".repeat(150) }],
  [280, 368, { description: "a".repeat(150) }],
  [270, 416, { description: "a".repeat(165) }],
  [356, 471, { description: "Watch it carry the tens", imageUrl: "/picture" }],
  [280, 428, { description: "Watch it carry the tens", imageUrl: "/picture" }],
  [280, 408, { imageUrl: "/picture" }],
  [356, 215, { status: "failed" }],
  [280, 236, { status: "failed" }],
] as const)("the card of a tweet, %i wide and %i tall, is taken to be so within a line", (width, height, part) => {
  const guess = estimateHeight(aMemory({ type: "tweet", description: "", imageUrl: "", ...part }), width);
  expect(Math.abs(guess - height)).toBeLessThanOrEqual(24);
});

const WALK = "Eleven days, nine ferries and one very patient dog, told in the order in which it was walked.";

it.each([
  [282, 333, { title: "Slow clocks", description: WALK }],
  [358, 360, { title: "Slow clocks", description: WALK }],
  [282, 305, { title: "A usual picture", description: WALK, imageUrl: "/p", imageWidth: 800, imageHeight: 420 }],
  [282, 508, { title: "A tall one", description: WALK, imageUrl: "/p", imageWidth: 600, imageHeight: 800 }],
  [282, 298, { title: "A very wide one, cut", description: WALK, imageUrl: "/p", imageWidth: 800, imageHeight: 200 }],
  [282, 336, { title: "A small one", description: WALK, imageUrl: "/p", imageWidth: 120, imageHeight: 120 }],
  [282, 381, { title: "Bread, and other ways of telling time", description: WALK, site: "Crumb & Crust" }],
  [282, 292, { type: "video", title: "Sourdough without the ceremony", description: "", author: "Night Kitchen" }],
  [282, 264, { type: "document", title: "Lease, 14 Quay Street.pdf", description: "" }],
] as const)("a card that is %i wide and %i tall is taken to be so within a line: %j", (width, height, part) => {
  expect(Math.abs(estimateHeight(aMemory(part), width) - height)).toBeLessThanOrEqual(22);
});

it("the estimated height grows with the card's content, up to a bound", () => {
  for (const type of ["note", "tweet"] as const) {
    const height = (letters: number) => estimateHeight(aMemory({ type, description: "a".repeat(letters) }), 300);
    expect(height(200)).toBeGreaterThan(height(10));
    expect(height(1e6)).toBeLessThan(1000);
  }
});
