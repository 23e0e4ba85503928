import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { sourceLink } from "./source-link";

describe("where a source leads", () => {
  it.each([
    ["document", "/api/files/1?signature=x", "page 4", "/api/files/1?signature=x#page=4"],
    ["document", "/api/files/1#page=9", "Page 12", "/api/files/1#page=12"],
    ["document", "/api/files/1", "", "/api/files/1"],
    ["link", "https://example.com/a", "page 4", "https://example.com/a"],
    ["link", "javascript:alert(1)", "", undefined],
  ] as const)("a %s at %s, %s: %s", (type, link, place, where) => {
    expect(sourceLink(aMemory({ type, link }), place)).toBe(where);
  });
});
