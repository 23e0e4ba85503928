import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { dropDraft, forgetDrafts, ownDrafts, useDraft } from "./draft";

function draft(key = "question") {
  const { result, unmount } = renderHook(() => useDraft(key));
  return { text: () => result.current[0], type: (text: string) => act(() => result.current[1](text)), unmount };
}

describe("a draft", () => {
  it("is there again after a reload", () => {
    const before = draft();
    before.type("What about שלום 🌱?");
    before.unmount();
    expect(draft().text()).toBe("What about שלום 🌱?");
    expect(draft("note").text()).toBe("");
  });

  it("is forgotten when it is blanked, or has done its work", () => {
    const first = draft();
    first.type("one");
    first.type("");
    expect(draft().text()).toBe("");
    first.type("two");
    act(() => dropDraft("question"));
    expect(first.text()).toBe("two");
    expect(draft().text()).toBe("");
  });

  it("goes with all others when its writer logs out, also from the screen", () => {
    sessionStorage.setItem("something else", "stays");
    const [question, note] = [draft(), draft("note")];
    question.type("one");
    note.type("two");
    act(forgetDrafts);
    expect([question.text(), note.text(), draft().text(), draft("note").text()]).toEqual(["", "", "", ""]);
    expect(sessionStorage.getItem("something else")).toBe("stays");
  });

  it.each([
    ["nobody was known to be before", [], "Maya", "mine"],
    ["the same person signs in again, however the name is written", ["Maya"], "mAYA", "mine"],
    ["somebody else signs in", ["Maya"], "Noor", ""],
  ])("when %s", (_, before, now, left) => {
    for (const name of before) ownDrafts(name);
    draft().type("mine");
    act(() => ownDrafts(now));
    expect(draft().text()).toBe(left);
  });

  it("that no browser would keep stays on the screen, and leaves no older one behind", () => {
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
