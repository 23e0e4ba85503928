import { expect, it } from "vitest";
import { linkAt } from "./place";

it.each([
  ["document", "/api/files/1?signature=x#page=9", 4, "/api/files/1?signature=x#page=4"],
  ["document", "/api/files/1", undefined, "/api/files/1"],
  ["link", "https://example.com/a#b", 4, "https://example.com/a#b"],
] as const)("a %s at %s, page %s, is opened at %s", (type, link, page, where) => {
  expect(linkAt({ type, link }, page)).toBe(where);
});
