import { describe, expect, it } from "vitest";
import { sample } from "./sample-tweets";
import { type Piece, piecesOf } from "./text";

const NOTHING_HIDDEN = () => false;
const pieces = (tweet: object) => piecesOf(tweet as Record<string, unknown>, NOTHING_HIDDEN);
const said = (tweet: object) =>
  pieces(tweet)
    .map(({ text }) => text)
    .join("");
const links = (tweet: object) => pieces(tweet).filter(({ href }) => href);

const LINK = { url: "https://t.co/a", display_url: "e.org/p…", expanded_url: "https://www.e.org/path/" };

describe("the text of a tweet", () => {
  it("TWEET-06 TWEET-17 TWEET-18 has its links in place, counted in code points and with escapes", () => {
    expect(pieces(sample("plain"))).toEqual<Piece[]>([
      { text: "🧠🇬🇧 The engine weaves algebraic patterns & numbers, just as the Jacquard loom weaves flowers <3 " },
      { text: "@babbage", href: "https://x.com/babbage" },
      { text: " " },
      { text: "#notes", href: "https://x.com/hashtag/notes" },
      { text: " " },
      { text: "$LOOM", href: "https://x.com/search?q=%24LOOM" },
      { text: " " },
      { text: "example.org/sketch/notes-b…", href: "https://www.example.org/sketch/notes-by-the-translator/" },
      { text: " …" },
    ]);
  });

  it("TWEET-18 leaves out the address of its own pictures, and the names that it replies to", () => {
    expect(said(sample("photo"))).toBe("The mill, seen from the north.\nBrass everywhere!");
    expect(said({ text: "@bob all https://t.co/x", display_text_range: [5, 8] })).toBe("all");
    const media = [{ url: "https://t.co/a", indices: [4, 18] }];
    expect(said({ text: "see https://t.co/a", entities: { media } })).toBe("see");
  });

  it.each<[string, object, string]>([
    ["no text", {}, ""],
    ["a text of another shape", { text: 7 }, ""],
    ["no range", { text: "all of it" }, "all of it"],
    ["an empty range", { text: "https://t.co/x", display_text_range: [0, 0] }, ""],
    ["a range from behind", { text: "all of it", display_text_range: [6, 2] }, "all of it"],
    ["a range beyond both ends", { text: "all of it", display_text_range: [-3, 99] }, "all of it"],
    ["a range beyond the end", { text: "all of it", display_text_range: [4, 99] }, "of it"],
    ["a range past the end", { text: "all of it", display_text_range: [40, 99] }, "all of it"],
    ["a range of fractions", { text: "all of it", display_text_range: [0.5, 3] }, "all of it"],
    ["a range of words", { text: "all of it", display_text_range: "all" }, "all of it"],
    ["escapes of escapes", { text: "&amp;lt; &lt;b&gt;" }, "&lt; <b>"],
    ["markup", { text: "<b onclick=x>&lt;script&gt;" }, "<b onclick=x><script>"],
    ["half an emoji", { text: "\ud83d at" }, "\ud83d at"],
    ["no entities", { text: "a #b", entities: null }, "a #b"],
    ["entities of another shape", { text: "a #b", entities: { hashtags: {}, urls: "x", symbols: [null, 7] } }, "a #b"],
  ])("TWEET-18 with %s is still shown", (_, tweet, text) => {
    expect(said(tweet)).toBe(text);
  });

  it.each<[string, object]>([
    ["beyond the end", { hashtags: [{ text: "b", indices: [2, 99] }] }],
    ["before the beginning", { hashtags: [{ text: "b", indices: [-1, 2] }] }],
    ["from behind", { hashtags: [{ text: "b", indices: [4, 2] }] }],
    ["in fractions", { hashtags: [{ text: "b", indices: [2.5, 4] }] }],
    ["nowhere", { hashtags: [{ text: "b" }] }],
    [
      "where something else stands",
      { hashtags: [{ text: "b", indices: [0, 2] }], urls: [{ ...LINK, indices: [0, 4] }] },
    ],
  ])("TWEET-18 an entity %s stays text", (_, entities) => {
    expect(pieces({ text: "a #b c", entities })).toEqual([{ text: "a #b c" }]);
  });

  it("TWEET-18 uses the first of overlapping entities", () => {
    const entities = {
      hashtags: [
        { text: "ab", indices: [0, 3] },
        { text: "ab", indices: [0, 3] },
      ],
      user_mentions: [{ screen_name: "b", indices: [1, 3] }],
    };
    expect(pieces({ text: "#ab c", entities })).toEqual([
      { text: "#ab", href: "https://x.com/hashtag/ab" },
      { text: " c" },
    ]);
  });

  it.each([
    ["javascript:alert(1)", "https://t.co/a"],
    ["data:text/html,x", "https://t.co/a"],
    ["/api/v1/content", "https://t.co/a"],
    [7, "https://t.co/a"],
  ])("TWEET-18 an address that expands to %s leads to the short one", (expanded_url, href) => {
    const urls = [{ ...LINK, expanded_url, indices: [4, 18] }];
    expect(links({ text: "see https://t.co/a", entities: { urls } })).toEqual([{ text: "e.org/p…", href }]);
  });

  it("TWEET-18 a link on a word leads to that word's page, whatever the data says", () => {
    const entities = {
      hashtags: [{ text: "evil", indices: [0, 4] }],
      user_mentions: [{ screen_name: "evil", indices: [5, 9] }],
    };
    expect(links({ text: "#été @ada", entities })).toEqual([
      { text: "#été", href: "https://x.com/hashtag/%C3%A9t%C3%A9" },
      { text: "@ada", href: "https://x.com/ada" },
    ]);
  });

  it("TWEET-18 ten thousand entities and a million letters are handled quickly", () => {
    const hashtags = Array.from({ length: 10_000 }, (_, index) => ({ text: "a", indices: [index * 3, index * 3 + 2] }));
    const began = performance.now();
    expect(pieces({ text: "#a ".repeat(10_000), entities: { hashtags } }).length).toBeGreaterThan(1000);
    const greedy = Array.from({ length: 10_000 }, () => ({ ...LINK, indices: [0, 999_999] }));
    expect(pieces({ text: "x".repeat(1_000_000), entities: { urls: greedy } })).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
