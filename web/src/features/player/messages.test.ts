import { expect, test } from "vitest";
import { parseMessage } from "./messages";
import { type PlayRequest, parseRequest, requestFragment } from "./play-request";

test.each<PlayRequest>([
  { kind: "hls", src: "https://example.com/a.m3u8?b=c&d=#e", title: "A & B", startAt: 12.5, play: true },
  { kind: "video", src: "http://192.168.1.4/film.mp4", title: "سلام <b>🧠", startAt: 0, play: false },
])("a play request survives the URL fragment unchanged: $title", (order) => {
  expect(parseRequest(requestFragment(order))).toEqual(order);
});

test.each([
  "",
  "#",
  "#kind=hls",
  "#kind=script&src=https://example.com/a.js",
  "#kind=video&src=javascript:alert(1)",
  "#kind=video&src=data:text/html,x",
  "#kind=video&src=/api/v1/content",
])("'%s' is rejected as a play request", (fragment) => {
  expect(parseRequest(fragment)).toBeUndefined();
});

test.each(["-1", "NaN", "Infinity", "soon"])("a play request that starts at %s starts at the beginning", (startAt) => {
  expect(parseRequest(`#kind=video&src=https://example.com/a.mp4&startAt=${startAt}`)?.startAt).toBe(0);
});

test.each([
  { type: "ready" },
  { type: "play" },
  { type: "ended" },
  { type: "duration", duration: 4 },
  { type: "progress", place: 0 },
  { type: "error", problem: "unreachable" },
])("a valid $type message is accepted", (message) => {
  expect(parseMessage(message)).toBe(message);
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
])("the invalid message %j is rejected", (message) => {
  expect(parseMessage(message)).toBeUndefined();
});
