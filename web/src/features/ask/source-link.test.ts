import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { sourceLink } from "./source-link";

describe("the link of a source", () => {
  it.each([
    ["document", "/api/files/1?signature=x", 4, "/api/files/1?signature=x#page=4"],
    ["document", "/api/files/1#page=9", 12, "/api/files/1#page=12"],
    ["document", "/api/files/1", undefined, "/api/files/1"],
    ["link", "https://example.com/a", 4, "https://example.com/a"],
    ["link", "javascript:alert(1)", undefined, undefined],
  ] as const)("a %s at %s, page %s: %s", (type, link, page, where) => {
    expect(sourceLink(aMemory({ type, link }), page)).toBe(where);
  });
});
