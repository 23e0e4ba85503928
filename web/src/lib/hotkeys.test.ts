import { afterEach, describe, expect, test } from "vitest";
import { hasKey, keyOf, pageKeyOf } from "./hotkeys";
import { keyNames } from "./key-names";
import { beginOpening, endOpening } from "./opening";
import { setSingleKeys, singleKeysOn } from "./single-keys";

type Init = KeyboardEventInit & { altGraph?: boolean };

function press({ altGraph = false, ...init }: Init) {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, "getModifierState", { value: (key: string) => altGraph && key === "AltGraph" });
  return event;
}

describe("the name of a key press", () => {
  test.each<[string, Init, string]>([
    ["a letter", { key: "a" }, "a"],
    ["a letter under caps lock", { key: "A" }, "a"],
    ["a letter with shift", { key: "Q", shiftKey: true }, "shift+q"],
    ["a sign, wherever shift is needed for it", { key: "?", shiftKey: true }, "?"],
    ["a digit of a layout that has them above", { key: "1", shiftKey: true }, "1"],
    ["a sign of the third level", { key: "/", ctrlKey: true, altKey: true, altGraph: true }, "/"],
    ["Ctrl and a letter", { key: "k", ctrlKey: true }, "mod+k"],
    ["Ctrl, shift and a letter", { key: "Z", ctrlKey: true, shiftKey: true }, "mod+shift+z"],
    ["a named key", { key: "Escape" }, "escape"],
    ["a named key with shift", { key: "Enter", shiftKey: true }, "shift+enter"],
    ["a Cyrillic letter, by its place", { key: "л", code: "KeyK", ctrlKey: true }, "mod+k"],
    ["a letter that stands elsewhere", { key: "a", code: "KeyQ" }, "a"],
    ["the other machine's modifier", { key: "k", metaKey: true }, ""],
    ["a letter with Alt", { key: "a", altKey: true }, ""],
    ["a letter that is being composed", { key: "a", isComposing: true }, ""],
    ["a key that an input method took", { key: "Process" }, ""],
    ["a dead key", { key: "Dead" }, ""],
  ])("%s", (_, init, key) => {
    expect(keyOf(press(init), false)).toBe(key);
  });

  test("⌘ commands on Apple's machines, and Ctrl does not", () => {
    expect(keyOf(press({ key: "k", metaKey: true }), true)).toBe("mod+k");
    expect(keyOf(press({ key: "k", ctrlKey: true }), true)).toBe("");
  });

  test("filling a form is no key press", () => {
    expect(keyOf(new Event("keydown") as KeyboardEvent, false)).toBe("");
  });

  test("one of several keys is enough, and unknown keys match nothing", () => {
    expect(hasKey("z mod+z", "mod+z")).toBe(true);
    expect(hasKey("z mod+z", "m")).toBe(false);
    expect(hasKey("", "")).toBe(false);
  });
});

test.each([
  ["mod+k", true, "⌘ K"],
  ["mod+k", false, "Ctrl K"],
  ["shift+q", false, "⇧ Q"],
  ["?", false, "?"],
  ["ArrowDown", false, "↓"],
  ["Home", false, "Home"],
])("%s is written for people", (stroke, apple, written) => {
  expect(keyNames(stroke, apple).join(" ")).toBe(written);
});

describe("a key press for the page", () => {
  afterEach(() => document.body.replaceChildren());

  function pressIn(html: string, init: Init, prepare = (_: Event) => {}) {
    document.body.innerHTML = `${html}<p id="elsewhere" tabindex="-1"></p>`;
    const target = document.querySelector("[data-target]") ?? document.getElementById("elsewhere");
    let key = "nothing happened";
    const listen = (event: KeyboardEvent) => {
      key = pageKeyOf(event);
    };
    window.addEventListener("keydown", listen, { once: true });
    const event = press(init);
    prepare(event);
    target?.dispatchEvent(event);
    return key;
  }

  test.each<[string, string, Init, string]>([
    ["on the page", "", { key: "a" }, "a"],
    ["on a button", "<button data-target></button>", { key: "a" }, "a"],
    ["in a field", "<input data-target>", { key: "a" }, ""],
    ["in a text area", "<textarea data-target></textarea>", { key: "?" }, ""],
    ["in a select", "<select data-target></select>", { key: "a" }, ""],
    ["in text that can be edited", "<div contenteditable><b data-target></b></div>", { key: "a" }, ""],
    ["Ctrl Z in a field is the field's", "<input data-target>", { key: "z", ctrlKey: true }, ""],
    ["Ctrl K in a field", "<input data-target>", { key: "k", ctrlKey: true }, "mod+k"],
    ["under a dialog", "<div role=dialog></div>", { key: "a" }, ""],
    ["Ctrl K under a dialog", "<div role=dialog></div>", { key: "k", ctrlKey: true }, ""],
    ["under a dialog that is on its way out", "<div role=dialog data-closed></div>", { key: "a" }, "a"],
    ["on a dialog that is a page", "<div role=dialog data-as-page></div>", { key: "a" }, "a"],
    ["on a page under another dialog", "<div role=dialog data-as-page></div><div role=dialog></div>", { key: "a" }, ""],
    ["beside a menu", "<div role=menu></div>", { key: "a" }, ""],
    ["again and again", "", { key: "a", repeat: true }, ""],
  ])("%s", (_, html, init, key) => {
    expect(pressIn(html, init)).toBe(key);
  });

  test("is ignored if it was already handled", () => {
    expect(pressIn("", { key: "a" }, (event) => event.preventDefault())).toBe("");
  });

  test("is ignored while a dialog is about to open, with or without Ctrl", () => {
    beginOpening();
    expect(pressIn("", { key: "p" })).toBe("");
    expect(pressIn("", { key: "k", ctrlKey: true })).toBe("");
    endOpening();
    expect(pressIn("", { key: "p" })).toBe("p");
  });

  test("ignores single keys while they are off, but no others", () => {
    setSingleKeys(false);
    expect(singleKeysOn()).toBe(false);
    expect(pressIn("", { key: "a" })).toBe("");
    expect(pressIn("", { key: "Q", shiftKey: true })).toBe("");
    expect(pressIn("", { key: "k", ctrlKey: true })).toBe("mod+k");
    setSingleKeys(true);
    expect(pressIn("", { key: "a" })).toBe("a");
  });
});
