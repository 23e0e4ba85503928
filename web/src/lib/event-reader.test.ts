import { describe, expect, it } from "vitest";
import { EventReader, type ServerEvent } from "./event-reader";

const bytes = (text: string) => new TextEncoder().encode(text);

function readAll(pieces: readonly Uint8Array[]): ServerEvent[] {
  const reader = new EventReader();
  return pieces.flatMap((piece) => reader.read(piece));
}

/** Cuts a stream into chunks of this many bytes. */
function cut(all: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size),
  );
}

const event = (name: string, data: string, id = ""): ServerEvent => ({ name, data, id });

const STREAMS: readonly [string, string, ServerEvent[]][] = [
  ["nothing", "", []],
  ["a heartbeat", ": still here\n\n", []],
  ["an event with a name", "event: step\ndata: {}\n\n", [event("step", "{}")]],
  ["an event without one", "data: hello\n\n", [event("message", "hello")]],
  [
    "a number, which stays",
    "id: 7\nevent: a\ndata: 1\n\nevent: b\ndata: 2\n\n",
    [event("a", "1", "7"), event("b", "2", "7")],
  ],
  [
    "an empty number, which ends it",
    "id: 7\ndata: 1\n\nid\ndata: 2\n\n",
    [event("message", "1", "7"), event("message", "2")],
  ],
  ["a number with a null, which counts for nothing", "id: a\0b\ndata: 1\n\n", [event("message", "1")]],
  ["several lines of data", "data: a\ndata\ndata:  b\n\n", [event("message", "a\n\n b")]],
  ["a value without the blank", "event:a\ndata:{}\n\n", [event("a", "{}")]],
  ["colons in a value", 'data: {"a":"b: c"}\n\n', [event("message", '{"a":"b: c"}')]],
  ["a name without data, which is forgotten", "event: a\n\ndata: 1\n\n", [event("message", "1")]],
  ["fields that nobody knows", "color: red\nnothing\ndata: 1\n\n", [event("message", "1")]],
  ["an event that is not finished", "data: 1\n\ndata: 2\n", [event("message", "1")]],
  ["a byte order mark", "\uFEFFdata: 1\n\n", [event("message", "1")]],
  ["characters of two, three and four bytes", "data: é — 𝌆 日本\n\n", [event("message", "é — 𝌆 日本")]],
  ["separators that end no line", "data: a\u2028b\u0085c\n\n", [event("message", "a\u2028b\u0085c")]],
];

describe("a stream of events", () => {
  it.each(STREAMS)("with %s is read the same wherever it is cut, and with any line ends", (_, text, events) => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const all = bytes(text.replaceAll("\n", end));
      for (let size = 1; size <= all.length + 1; size++) {
        expect(readAll(cut(all, size)), `cut after ${size} bytes, ${JSON.stringify(end)}`).toEqual(events);
      }
    }
  });

  it("delivers an event as soon as its last line ends, though the second half of a CRLF may follow", () => {
    const reader = new EventReader();
    expect(reader.read(bytes("data: 1\r\n\r"))).toEqual([event("message", "1")]);
    expect(reader.read(bytes("\ndata: 2\r\n\r\n"))).toEqual([event("message", "2")]);
  });

  it.each([
    ["retry: 2000\n", 2000],
    ["retry: soon\n", undefined],
    ["retry: -1\n", undefined],
    ["retry\n", undefined],
  ])("that says %j asks to wait %s ms", (text, wait) => {
    const reader = new EventReader();
    expect(reader.read(bytes(text))).toEqual([]);
    expect(reader.retry).toBe(wait);
  });

  it("continues after invalid bytes", () => {
    const all = [...bytes("data: a"), 0xff, 0xc3, ...bytes("\n\ndata: b\n\n")];
    expect(readAll(cut(new Uint8Array(all), 1)).map(({ data }) => data)).toEqual(["a\uFFFD\uFFFD", "b"]);
  });

  it("of a thousand events cut at random loses none", () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `${index} ${"é".repeat(index % 7)}`);
    const all = bytes(texts.map((text, index) => `id: ${index}\ndata: ${text}\n\n`).join(": beat\n\n"));
    const pieces: Uint8Array[] = [];
    for (let at = 0, seed = 1; at < all.length; ) {
      seed = (seed * 48271) % 2147483647;
      pieces.push(all.subarray(at, at + (seed % 50)));
      at += seed % 50;
    }
    expect(readAll(pieces)).toEqual(texts.map((text, index) => event("message", text, String(index))));
  });
});
