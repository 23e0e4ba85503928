import { describe, expect, test } from "vitest";
import { abbreviateCount } from "./abbreviate-count";
import { classNames } from "./class-names";
import { clockTime } from "./clock-time";
import { hostName } from "./host-name";
import { initials } from "./initials";
import { safeLink } from "./safe-link";
import { time12h } from "./time-12h";

describe("initials", () => {
  test.each([
    ["Maya", "M"],
    ["maya", "M"],
    ["Maya Lin", "ML"],
    ["  Maya   Ying  Lin ", "MY"],
    ["", ""],
  ])("HOME-06 of '%s' are '%s', at most two", (name, short) => {
    expect(initials(name)).toBe(short);
  });
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.0K"],
  [12_800, "12.8K"],
  [999_999, "1000.0K"],
  [1_000_000, "1.0M"],
  [3_450_000, "3.5M"],
])("%d is abbreviated as %s", (count, short) => {
  expect(abbreviateCount(count)).toBe(short);
});

test.each([
  ["https://www.example.com/a?b", "example.com"],
  ["http://news.example.com:8080", "news.example.com"],
  ["not an address", ""],
])("the host of %s is '%s'", (url, host) => {
  expect(hostName(url)).toBe(host);
});

test.each(["https://example.com/a", "HTTP://example.com", "/api/files/1?signature=x"])(
  "%s is allowed as a link",
  (link) => {
    expect(safeLink(link)).toBe(link);
  },
);

test.each(["", "javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil.example", "example.com"])(
  "'%s' is not allowed as a link",
  (link) => {
    expect(safeLink(link)).toBeUndefined();
  },
);

test("time of day on a 12-hour clock", () => {
  expect(time12h(new Date(2026, 0, 8, 0, 5))).toBe("12:05 AM");
  expect(time12h(new Date(2026, 0, 8, 14, 30))).toBe("2:30 PM");
});

test("class names that apply are joined", () => {
  expect(classNames("a", false, undefined, "b", null)).toBe("a b");
});

test.each([
  [0, "0:00"],
  [59, "0:59"],
  [60, "1:00"],
  [1447, "24:07"],
  [3600, "1:00:00"],
  [3723, "1:02:03"],
  [3723.9, "1:02:03"],
  [360_000, "100:00:00"],
])("a recording of %d s is %s long", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
