import { afterEach, describe, expect, it, vi } from "vitest";
import { beginAnew, forgetEnded, forgetPlaces, keepForNextSession, keepPlace, type Place, placeOf } from "./place";

const at = (y: number): Place => ({ tab: "note", y, anchor: { id: "a", offset: 12 } });

afterEach(() => vi.restoreAllMocks());

describe("a place", () => {
  it("belongs to an entry of the history", () => {
    keepPlace("one", at(100));
    keepPlace("two", at(200));
    keepPlace("one", at(300));
    expect(placeOf("one")).toEqual(at(300));
    expect(placeOf("two")).toEqual(at(200));
    expect(placeOf("three")).toBeUndefined();
  });

  it("is discarded after many others, and at sign-out", () => {
    for (let entry = 0; entry < 30; entry++) keepPlace(`entry ${entry}`, at(entry));
    expect(placeOf("entry 0")).toBeUndefined();
    expect(placeOf("entry 29")).toEqual(at(29));
    forgetPlaces();
    expect(placeOf("entry 29")).toBeUndefined();
  });

  it("of an ended session is restored once in the next", () => {
    keepForNextSession(at(500));
    expect(placeOf("whichever")).toEqual(at(500));
    forgetEnded();
    expect(placeOf("whichever")).toBeUndefined();
  });

  it.each([
    ["navigate", undefined],
    ["reload", at(100)],
    ["back_forward", at(100)],
  ])("of a page that is opened by %s is %o", (type, place) => {
    keepPlace("default", at(100));
    vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
    beginAnew();
    expect(placeOf("default")).toEqual(place);
  });

  it.each(["{", "null", "17", '"text"'])("is none where %s is stored", (stored) => {
    sessionStorage.setItem("places", stored);
    expect(placeOf("one")).toBeUndefined();
    keepPlace("one", at(100));
    expect(placeOf("one")).toEqual(at(100));
  });

  it("is not kept where nothing can be stored, without an error", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(() => keepPlace("one", at(100))).not.toThrow();
  });
});
