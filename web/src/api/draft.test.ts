import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dropDraft, forgetDrafts, ownDrafts, useDraft } from "./draft";

function hold(token: string | null) {
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
}

beforeEach(() => hold("first"));

function draft(key = "question") {
  const { result, unmount } = renderHook(() => useDraft(key));
  return { text: () => result.current[0], type: (text: string) => act(() => result.current[1](text)), unmount };
}

describe("a draft", () => {
  it("is restored after a reload", () => {
    const before = draft();
    before.type("What about שלום 🌱?");
    before.unmount();
    expect(draft().text()).toBe("What about שלום 🌱?");
    expect(draft("note").text()).toBe("");
  });

  it("is discarded when it is emptied or submitted", () => {
    const first = draft();
    first.type("one");
    first.type("");
    expect(draft().text()).toBe("");
    first.type("two");
    act(() => dropDraft("question"));
    expect(first.text()).toBe("two");
    expect(draft().text()).toBe("");
  });

  it("is discarded with all others when its user logs out, also on screen", () => {
    sessionStorage.setItem("something else", "stays");
    const [question, note] = [draft(), draft("note")];
    question.type("one");
    note.type("two");
    act(forgetDrafts);
    expect([question.text(), note.text(), draft().text(), draft("note").text()]).toEqual(["", "", "", ""]);
    expect(sessionStorage.getItem("something else")).toBe("stays");
  });

  it.each([
    ["the name becomes known", [], "first", "Maya", "mine", "mine"],
    ["the same person signs in again, however the name is written", ["Maya"], "second", "mAYA", "", "mine"],
    ["somebody else signs in", ["Maya"], "second", "Noor", "", ""],
    ["nobody knows who wrote it", [], "second", "Maya", "", ""],
  ])("when %s", (_, before, now, name, atFirst, then) => {
    for (const known of before) ownDrafts(known);
    const first = draft();
    first.type("min");
    // The session ends, and the page stands for a moment.
    hold(null);
    first.type("mine");
    first.unmount();
    hold(now);
    const second = draft();
    expect(second.text()).toBe(atFirst);
    act(() => ownDrafts(name));
    expect(second.text()).toBe(then);
    second.unmount();
    expect(draft().text()).toBe(then);
    expect(Object.values(sessionStorage).includes("mine")).toBe(then === "mine");
  });

  it("typed before the user is known replaces neither their stored draft nor belongs to the previous user", () => {
    for (const name of ["Maya", "Noor"]) {
      hold("first");
      ownDrafts("Maya");
      const before = draft();
      before.type("older");
      before.unmount();
      hold(`of ${name}`);
      const now = draft();
      now.type("newer");
      act(() => ownDrafts(name));
      expect(now.text()).toBe("newer");
      now.unmount();
      expect(draft().text()).toBe("newer");
    }
  });

  it("of spaces only is none", () => {
    const blanks = draft();
    blanks.type(" \n ");
    expect(blanks.text()).toBe(" \n ");
    expect(draft().text()).toBe("");
  });

  it("that the browser can't store stays on the screen and leaves no older one behind", () => {
    const long = draft();
    long.type("short");
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    long.type("very long");
    expect(long.text()).toBe("very long");
    expect(draft().text()).toBe("");
  });
});
