import { describe, expect, it, test } from "vitest";
import {
  activeText,
  agoText,
  begunText,
  billingText,
  cycleText,
  eventSource,
  eventText,
  filled,
  useText,
} from "./model";

const now = new Date(2026, 10, 22, 12, 0, 0);
const before = (ms: number) => new Date(now.getTime() - ms);
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test("an event about the term of conversations names the new term", () => {
  const event = { id: "1", at: "2026-11-22T12:00:00Z", device: null, kind: "conversation-term" } as const;
  expect(eventText({ ...event, text: "90-days" })).toBe("Conversations: kept for 90 days after their last question");
  expect(eventText(event)).toBe("Changed how long conversations are kept");
});

test.each([
  [-HOUR, "Just now"],
  [0, "Just now"],
  [59 * SECOND, "Just now"],
  [MINUTE, "1 minute ago"],
  [59.9 * MINUTE, "59 minutes ago"],
  [HOUR, "1 hour ago"],
  [23.9 * HOUR, "23 hours ago"],
  [DAY, "1 day ago"],
  [3.5 * DAY, "3 days ago"],
  [7 * DAY, "Nov 15"],
  [360 * DAY, "Nov 27, 2025"],
])("%d ms ago is '%s'", (ms, text) => {
  expect(agoText(before(ms), now)).toBe(text);
});

describe("the last use of a session", () => {
  test.each([
    [true, 5 * DAY, "Active now"],
    [false, -HOUR, "Within the last hour"],
    [false, 59 * MINUTE, "Within the last hour"],
    [false, HOUR, "1 hour ago"],
    [false, 3 * DAY, "3 days ago"],
  ])("current %s, %d ms ago: '%s'", (current, ms, text) => {
    const session = { id: "a", device: "curl", createdAt: null, lastUsedAt: before(ms).toISOString(), current };
    expect(activeText(session, now)).toBe(text);
  });
});

test.each([
  [-HOUR, "Signed in just now"],
  [59 * SECOND, "Signed in just now"],
  [HOUR, "Signed in 1 hour ago"],
  [7 * DAY, "Signed in on Nov 15"],
])("a session that began %d ms ago is '%s'", (ago, text) => {
  expect(begunText(before(ago).toISOString(), now)).toBe(text);
});

describe("what happened", () => {
  const event = { id: "a", at: now.toISOString(), device: null as string | null };

  it("has a text for every kind of event, and shows an unknown kind by its name", () => {
    expect(eventText({ ...event, kind: "password-changed" })).toBe("Password changed");
    expect(eventText({ ...event, kind: "session-ended", text: "Safari on iPhone" })).toBe(
      "Signed out Safari on iPhone",
    );
    expect(eventText({ ...event, kind: "session-ended" })).toBe("Signed out another device");
    expect(eventText({ ...event, kind: "email-changed", text: "payment" })).toBe("Email taken over from your payment");
    expect(eventText({ ...event, kind: "moved" as "signed-in" })).toBe("moved");
  });

  it("was done by a device, or by the payment service", () => {
    expect(eventSource({ ...event, kind: "pro-began", device: "Firefox on Linux" })).toBe("Firefox on Linux");
    expect(eventSource({ ...event, kind: "pro-ended" })).toBe("Payment service");
    expect(eventSource({ ...event, kind: "email-changed", text: "payment" })).toBe("Payment service");
    expect(eventSource({ ...event, kind: "email-changed" })).toBe("Unknown device");
    expect(eventSource({ ...event, kind: "signed-in" })).toBe("Unknown device");
  });
});

describe("usage", () => {
  test.each([
    [0, 10, "0 of 10", 0],
    [3, 10, "3 of 10", 30],
    [10, 10, "10 of 10, all used", 100],
    [12, 2, "12 of 2, all used", 100],
    [48, null, "48 saved, no limit", undefined],
  ])("%d of %s is '%s'", (used, limit, text, percent) => {
    expect(useText({ used, limit }, "saved")).toBe(text);
    expect(filled({ used, limit })).toBe(percent);
  });
});

it("PROF-07 PROF-08 the cycle is capitalised, the date a date string; both are loading until known", () => {
  const subscription = { billing_cycle: "annual", next_billing_date: new Date(2027, 10, 20).toISOString() } as const;
  expect([cycleText(subscription), billingText(subscription)]).toEqual(["Annual", "Sat Nov 20 2027"]);
  expect([cycleText(undefined), billingText(undefined)]).toEqual(["Loading...", "Loading ..."]);
});
