import { describe, expect, it } from "vitest";
import { linkAt, placeOf } from "./place";

describe("a place", () => {
  it.each([
    ["page 4", { page: 4 }],
    ["Page 12", { page: 12 }],
    ["at 0:42", { second: 42 }],
    ["12:03", { second: 723 }],
    ["at 1:02:03", { second: 3723 }],
    ["", {}],
    ["page four", {}],
    ["at noon", {}],
  ])("%j is %j", (place, where) => {
    expect(placeOf(place)).toEqual(where);
  });
});

it.each([
  ["document", "/api/files/1?signature=x#page=9", 4, "/api/files/1?signature=x#page=4"],
  ["document", "/api/files/1", undefined, "/api/files/1"],
  ["link", "https://example.com/a#b", 4, "https://example.com/a#b"],
] as const)("a %s at %s, page %s, is opened at %s", (type, link, page, where) => {
  expect(linkAt({ type, link }, page)).toBe(where);
});
