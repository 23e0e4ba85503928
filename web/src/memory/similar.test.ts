import { describe, expect, it } from "vitest";
import { savedBefore } from "./similar";

describe("what was saved before", () => {
  const now = new Date("2026-11-26T09:00:00");
  it.each([
    ["link", "2026-03-05T12:00:00", "You saved this page in March under another address."],
    ["link", "2024-03-05T12:00:00", "You saved this page in March 2024 under another address."],
    ["link", "2026-11-03T12:00:00", "You saved this page on Nov 3 under another address."],
    ["link", "2026-11-26T08:00:00", "You saved this page today under another address."],
    ["document", "2026-03-05T12:00:00", "You saved this document in March already."],
    ["video", "2026-03-05T12:00:00", "You saved this in March already."],
    ["link", "never", "You saved this page before under another address."],
  ] as const)("%s of %s", (type, at, text) => {
    expect(savedBefore(type, at, now)).toBe(text);
  });
});
