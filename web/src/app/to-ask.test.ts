import { expect, it } from "vitest";
import { questionIn, toAsk } from "./to-ask";

it.each(["Why?", ""])("“%s” is passed to the box", (question) => {
  expect(questionIn(toAsk(question).state)).toBe(question);
});

it.each([undefined, null, "Why?", 1, {}, { ask: 1 }, { ask: null }, { question: "Why?" }])("%j asks nothing", (state) =>
  expect(questionIn(state)).toBeUndefined(),
);
