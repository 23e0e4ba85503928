import { expect, it } from "vitest";
import { quoteOf, type TextRange } from "./range";
import { longer, sentenceAt, sentenceBeside, sentencesOf, shorter } from "./sentences";

const TEXTS = ["A title", "It rained 🌧 all day. Nobody came.  The lamp was lit!", "", "Then it stopped."];
const words = (span: TextRange | undefined) => span && quoteOf(span, TEXTS);

it("sentences have no blanks at their ends", () => {
  expect(sentencesOf(1, TEXTS).map(words)).toEqual(["It rained 🌧 all day.", "Nobody came.", "The lamp was lit!"]);
  expect(sentencesOf(2, TEXTS)).toEqual([]);
});

it.each([
  [{ leaf: 0, offset: 0 }, "A title"],
  [{ leaf: 1, offset: 22 }, "Nobody came."],
  [{ leaf: 2, offset: 0 }, "Then it stopped."],
  [{ leaf: 9, offset: 0 }, "Then it stopped."],
])("at %j stands %j", (place, sentence) => {
  expect(words(sentenceAt(place, TEXTS))).toBe(sentence);
});

it("an empty text has no sentence", () => {
  expect(sentenceAt({ leaf: 0, offset: 0 }, [])).toBeUndefined();
  expect(sentenceAt({ leaf: 0, offset: 0 }, ["", " "])).toBeUndefined();
});

it("one goes from sentence to sentence, and stops at the ends", () => {
  let span = sentenceAt({ leaf: 0, offset: 0 }, TEXTS) as TextRange;
  const seen = [words(span)];
  for (let step = 0; step < 6; step++) {
    span = sentenceBeside(span, "after", TEXTS);
    seen.push(words(span));
  }
  expect(seen.slice(0, 5)).toEqual([
    "A title",
    "It rained 🌧 all day.",
    "Nobody came.",
    "The lamp was lit!",
    "Then it stopped.",
  ]);
  expect(new Set(seen.slice(5))).toEqual(new Set(["Then it stopped."]));
  for (let step = 0; step < 9; step++) span = sentenceBeside(span, "before", TEXTS);
  expect(words(span)).toBe("A title");
});

it("a choice grows and shrinks by sentences, and keeps one", () => {
  let span = sentencesOf(1, TEXTS)[1] as TextRange;
  span = longer(longer(span, TEXTS), TEXTS);
  expect(words(span)).toBe("Nobody came.  The lamp was lit!\nThen it stopped.");
  expect(words(longer(span, TEXTS))).toBe(words(span));
  span = shorter(span, TEXTS);
  expect(words(span)).toBe("Nobody came.  The lamp was lit!");
  span = shorter(span, TEXTS);
  expect(words(shorter(span, TEXTS))).toBe("Nobody came.");
});
