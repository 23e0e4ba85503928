import { expect, test } from "vitest";
import { newsIn } from "./news";
import { type Order, orderFragment, orderIn } from "./order";

test.each<Order>([
  { kind: "hls", src: "https://example.com/a.m3u8?b=c&d=#e", title: "A & B", startAt: 12.5, play: true },
  { kind: "video", src: "http://192.168.1.4/film.mp4", title: "سلام <b>🧠", startAt: 0, play: false },
])("an order reaches the player’s page as it was given: $title", (order) => {
  expect(orderIn(orderFragment(order))).toEqual(order);
});

test.each([
  "",
  "#",
  "#kind=hls",
  "#kind=script&src=https://example.com/a.js",
  "#kind=video&src=javascript:alert(1)",
  "#kind=video&src=data:text/html,x",
  "#kind=video&src=/api/v1/content",
])("'%s' is no order", (fragment) => {
  expect(orderIn(fragment)).toBeUndefined();
});

test.each(["-1", "NaN", "Infinity", "soon"])("an order that starts at %s starts at the beginning", (startAt) => {
  expect(orderIn(`#kind=video&src=https://example.com/a.mp4&startAt=${startAt}`)?.startAt).toBe(0);
});

test.each([
  { type: "ready" },
  { type: "play" },
  { type: "ended" },
  { type: "duration", duration: 4 },
  { type: "progress", place: 0 },
  { type: "error", problem: "unreachable" },
])("$type is heard", (message) => {
  expect(newsIn(message)).toBe(message);
});

test.each([
  undefined,
  null,
  "ready",
  4,
  {},
  [],
  { type: "eval" },
  { type: "duration" },
  { type: "duration", duration: "4" },
  { type: "progress", place: Number.NaN },
  { type: "progress", place: -1 },
  { type: "error", problem: "<b>" },
  { type: "error", problem: "nowhere" },
])("%j is not heard", (message) => {
  expect(newsIn(message)).toBeUndefined();
});
