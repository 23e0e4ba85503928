import { describe, expect, test } from "vitest";
import { type Playing, type PlayOptions, sourceOf } from "./source";

const REST: PlayOptions = { startAt: 0, play: false, host: "engram.example" };
const ADDRESS = "https://service.example/watch/1";

const frame = (playing: Playing, options: Partial<PlayOptions> = {}) =>
  sourceOf(ADDRESS, playing, { ...REST, ...options })?.src;

describe("the service’s own player", () => {
  const bare: Playing = { frame: "https://f.example/a", play: "autoplay=1", start: "t={seconds}" };
  const asked: Playing = { ...bare, frame: "https://f.example/a?rel=0" };
  const told: Playing = {
    frame: "https://f.example/?v=1&parent={host}",
    rest: "auto=false",
    play: "auto=true",
    start: "time={h}h{m}m{s}s",
  };

  test.each<[string, Playing, Partial<PlayOptions>, string]>([
    ["rests", bare, {}, "https://f.example/a"],
    ["plays at once", bare, { play: true }, "https://f.example/a?autoplay=1"],
    ["begins at a second", bare, { startAt: 61.9 }, "https://f.example/a?t=61"],
    ["goes on with a query", asked, { startAt: 61, play: true }, "https://f.example/a?rel=0&autoplay=1&t=61"],
    [
      "begins behind a #",
      { ...asked, start: "#t={seconds}s" },
      { startAt: 9, play: true },
      "https://f.example/a?rel=0&autoplay=1#t=9s",
    ],
    ["is told to rest, and who frames it", told, {}, "https://f.example/?v=1&parent=engram.example&auto=false"],
    [
      "is told hours",
      told,
      { startAt: 3723, play: true },
      "https://f.example/?v=1&parent=engram.example&auto=true&time=1h2m3s",
    ],
    ["begins where its address says", { ...bare, startAt: 4 }, {}, "https://f.example/a?t=4"],
    ["begins where it is asked to", { ...bare, startAt: 4 }, { startAt: 5 }, "https://f.example/a?t=5"],
    ["that takes no second begins", { frame: "https://f.example/a" }, { startAt: 5 }, "https://f.example/a"],
  ])("VIDEO-02 VIDEO-05 %s", (_, playing, options, src) => {
    expect(frame(playing, options)).toBe(src);
  });
});

test("VIDEO-04 a file plays by its kind", () => {
  expect(sourceOf("https://example.com/a b.MP3", { file: "audio" }, REST)).toEqual({
    as: "file",
    kind: "audio",
    src: "https://example.com/a%20b.MP3",
  });
});

test.each([
  [ADDRESS, undefined],
  [ADDRESS, { name: "YouTube" }],
  ["javascript:alert(1)", { file: "video" } as Playing],
  ["not an address", { file: "video" } as Playing],
])("VIDEO-06 '%s' with %o is played only where it is", (address, playing) => {
  expect(sourceOf(address, playing, REST)).toBeUndefined();
});
