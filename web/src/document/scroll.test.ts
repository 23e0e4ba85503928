import { afterEach, expect, it } from "vitest";
import { bringIntoView, followJumps, tellReadOn } from "./scroll";

Element.prototype.scrollIntoView = () => {};
afterEach(() => document.body.replaceChildren());

/** Follows a text that scrolls; `said` is what was told of it. */
function follow() {
  document.body.innerHTML = '<div class="reader"><p>Words</p><textarea></textarea></div>';
  const scroller = document.querySelector(".reader") as Element;
  const said: boolean[] = [];
  const stop = followJumps(scroller, (jumped) => said.push(jumped));
  return { said, stop, scroller, words: document.querySelector("p") as Element };
}

const key = (name: string, on: Element) => on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));

it("what is brought into view is a jump, until a hand scrolls", () => {
  const { said, stop, words, scroller } = follow();
  bringIntoView(() => words)();
  words.dispatchEvent(new Event("wheel", { bubbles: true }));
  bringIntoView(() => words)();
  key("PageDown", words);
  bringIntoView(() => words)();
  scroller.dispatchEvent(new Event("pointerdown"));
  expect(said).toEqual([true, false, true, false, true, false]);
  stop();
  words.dispatchEvent(new Event("wheel", { bubbles: true }));
  expect(said).toHaveLength(6);
});

it("a press of words, and keys that write, scroll nothing; who listens reads on", () => {
  const { said, words } = follow();
  words.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  key("ArrowDown", document.querySelector("textarea") as Element);
  key("a", words);
  expect(said).toEqual([]);
  tellReadOn(words);
  expect(said).toEqual([false]);
});
