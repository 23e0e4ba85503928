import { describe, expect, it } from "vitest";
import { CARD_KEYS, cardAction, isTaken } from "./keys";

describe("a key on a card", () => {
  it.each([
    ["ArrowDown", true, { move: "down" }],
    ["j", true, { move: "down" }],
    ["End", true, { move: "last" }],
    ["Enter", true, "open"],
    ["d", true, "delete"],
    ["Delete", false, "delete"],
    ["ArrowLeft", false, { move: "left" }],
    ["d", false, undefined],
    ["j", false, undefined],
    ["q", true, undefined],
    ["Tab", true, undefined],
  ] as const)("%s, single keys %s", (key, single, action) => {
    expect(cardAction(key, single)).toEqual(action);
  });

  it("is in the list of keys", () => {
    expect(CARD_KEYS.length).toBeGreaterThan(5);
    for (const { keys, label } of CARD_KEYS) expect([keys, label]).not.toContain("");
  });
});

it.each([
  ["<input />", "d", true],
  ["<textarea></textarea>", "ArrowUp", true],
  ["<video controls></video>", "ArrowRight", true],
  ["<button>Delete</button>", "Enter", true],
  ["<a href='#'>Page</a>", "Enter", true],
  ["<button>Delete</button>", "d", false],
  ["<article tabindex='-1'></article>", "Enter", false],
  ["<div tabindex='0'>a text that fits</div>", "ArrowDown", false],
])("what has the focus in %s uses %s itself: %s", (markup, key, taken) => {
  const element = new DOMParser().parseFromString(markup, "text/html").body.firstElementChild as Element;
  expect(isTaken(element, key)).toBe(taken);
});

it.each(["Height", "Width"])("a text whose %s scrolls uses the arrows itself, and no letter", (side) => {
  const text = document.createElement("div");
  text.tabIndex = 0;
  Object.defineProperty(text, `scroll${side}`, { value: 300 });
  Object.defineProperty(text, `client${side}`, { value: 168 });
  expect(isTaken(text, "ArrowDown")).toBe(true);
  expect(isTaken(text, "d")).toBe(false);
});
