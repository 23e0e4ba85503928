import { expect, it } from "vitest";
import { EVERY, joined, NONE, ranged, type Selection, toggled } from "./selection";

const LISTED = ["a", "b", "c", "d", "e"];
const ids = (selection: Selection) => [...selection.ids].sort().join("");

it("a card is selected, and not any more", () => {
  const one = toggled(NONE, "b", LISTED);
  expect(ids(one)).toBe("b");
  expect(ids(toggled(one, "b", LISTED))).toBe("");
  expect(toggled(one, "b", LISTED).on).toBe(true);
});

it("a range goes from the last card to this one, either way, and leaves others selected", () => {
  const one = toggled(NONE, "d", LISTED);
  expect(ids(ranged(one, "b", LISTED))).toBe("bcd");
  expect(ids(ranged(ranged(one, "b", LISTED), "e", LISTED))).toBe("bcde");
  expect(ids(ranged(NONE, "c", LISTED))).toBe("c");
});

it("a range from a card that is gone is this card alone", () => {
  expect(ids(ranged(toggled(NONE, "gone", LISTED), "c", LISTED))).toBe("cgone");
});

it("all without one are those that are loaded", () => {
  const rest = toggled(EVERY, "c", LISTED);
  expect(rest.all).toBe(false);
  expect(ids(rest)).toBe("abde");
  expect(ranged(EVERY, "c", LISTED)).toBe(EVERY);
});

it("cards are joined, and a range goes on from the last", () => {
  const two = joined(NONE, ["a", "b"]);
  expect(ids(ranged(two, "d", LISTED))).toBe("abcd");
});
