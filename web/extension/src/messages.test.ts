import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isOwn } from "./messages";
import { patternOf, serverOf } from "./settings";
import { whenText } from "./when";

beforeEach(() => {
  vi.stubGlobal("chrome", { runtime: { id: "abc", getURL: (path: string) => `chrome-extension://abc/${path}` } });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  [{ id: "abc", url: "chrome-extension://abc/popup.html" }, true],
  // A script in a page, which has the extension's number.
  [{ id: "abc", url: "https://example.com/" }, false],
  [{ id: "abc" }, false],
  [{ id: "other", url: "chrome-extension://other/popup.html" }, false],
  [{ id: "other", url: "chrome-extension://abc/popup.html" }, false],
  [{ url: "chrome-extension://abcdef/popup.html" }, false],
])("a message from %o is heard: %s", (sender, heard) => expect(isOwn(sender)).toBe(heard));

it.each([
  ["engram.example.com", "https://engram.example.com"],
  [" https://engram.example.com:8443/home?x ", "https://engram.example.com:8443"],
  ["http://192.168.1.4:8080", "http://192.168.1.4:8080"],
  ["", undefined],
  ["not an address", undefined],
])("%s is the server %s", (typed, server) => expect(serverOf(typed)).toBe(server));

it("asks for one site", () =>
  expect(patternOf("https://engram.example.com:8443")).toBe("https://engram.example.com/*"));

it.each([
  ["2026-11-27T08:00", "today"],
  ["2026-11-26T23:59", "yesterday"],
  ["2026-11-23T10:00", "4 days ago"],
  ["2026-03-04T10:00", "in March"],
  ["2024-03-04T10:00", "in March 2024"],
])("%s was %s", (at, words) => expect(whenText(new Date(at), new Date("2026-11-27T22:00"))).toBe(words));
