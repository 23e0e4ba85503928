import { describe, expect, it } from "vitest";
import { type TweetData, tweetOf } from "./model";
import { chance, SAMPLES, type SampleName, sample } from "./sample-tweets";

const NAMES = Object.keys(SAMPLES) as SampleName[];
const user = (members: object) =>
  tweetOf({ id_str: "1", user: { screen_name: "ada", name: "Ada", ...members } })?.author;
const words = (tweet: TweetData | undefined) => tweet?.text.map(({ text }) => text).join("");

describe("a tweet", () => {
  it("TWEET-03 TWEET-17 has its author, its date, its counts and its address", () => {
    expect(tweetOf(sample("plain"))).toMatchObject({
      id: SAMPLES.plain,
      url: `https://x.com/ada/status/${SAMPLES.plain}`,
      author: {
        name: "Ada Lovelace",
        screenName: "ada",
        picture: "https://pbs.twimg.com/profile_images/1010/ada_normal.jpg",
      },
      at: new Date("2026-05-04T09:30:00Z"),
      likes: 1203,
      replies: 27,
      replyTo: undefined,
      quoted: undefined,
    });
  });

  it.each<[object, string | undefined]>([
    [{ verified: true }, "blue"],
    [{ is_blue_verified: true }, "blue"],
    [{ verified_type: "Government" }, "government"],
    [{ is_blue_verified: true, verified_type: "Business" }, "business"],
    [{ verified_type: "Other" }, undefined],
    [{ verified: "yes", is_blue_verified: 1 }, undefined],
    [{}, undefined],
  ])("TWEET-05 whose author is %j has the badge %s", (members, badge) => {
    expect(user(members)?.badge).toBe(badge);
  });

  it.each([
    ["Square", true],
    ["Circle", false],
    [undefined, false],
  ])("TWEET-04 whose picture is %s is square: %s", (profile_image_shape, square) => {
    expect(user({ profile_image_shape })?.square).toBe(square);
  });

  it("TWEET-19 names whom it replies to, and where", () => {
    const to = (members: object) => tweetOf(sample("plain", members))?.replyTo;
    expect(to({ in_reply_to_screen_name: "bob", in_reply_to_status_id_str: "7" })).toEqual({
      screenName: "bob",
      url: "https://x.com/bob/status/7",
    });
    expect(to({ in_reply_to_screen_name: "bob", in_reply_to_status_id_str: "7/../.." })?.url).toBe("https://x.com/bob");
    expect(to({ in_reply_to_screen_name: "b/../o", in_reply_to_status_id_str: "7" })).toBeUndefined();
    expect(to({ in_reply_to_status_id_str: "7" })).toBeUndefined();
  });

  it("TWEET-19 shows what it quotes in place of its address, one level deep", () => {
    const quote = sample("quote");
    const tweet = tweetOf({
      ...quote,
      quoted_tweet: { ...(quote.quoted_tweet as object), quoted_tweet: sample("plain") },
    });
    expect(words(tweet)).toBe("I could not have put the confusion of ideas any better.");
    expect(tweet?.quoted).toMatchObject({ author: { screenName: "babbage" }, id: "1790418000003310142" });
    expect(tweet?.quoted).not.toHaveProperty("quoted");
    expect(words(tweetOf({ ...quote, quoted_tweet: null }))).toContain("x.com/babbage/status…");
  });

  it("says where a longer text continues", () => {
    expect(tweetOf(sample("long"))?.text.at(-1)).toEqual({
      text: "Show more",
      href: `https://x.com/ada/status/${SAMPLES.long}`,
    });
  });

  it("TWEET-17 with malformed decorations is shown without them", () => {
    const tweet = tweetOf(sample("odd"));
    expect(words(tweet)).toBe("Decorations come in any shape");
    expect(tweet?.media).toEqual([]);
    expect(tweet?.quoted).toBeUndefined();
  });

  it.each<[string, object]>([
    ["its counts", { favorite_count: -3, conversation_count: "many" }],
    ["its date", { created_at: "yesterday" }],
    ["its pictures", { mediaDetails: null }],
  ])("TWEET-17 is shown without %s where they make no sense", (_, members) => {
    expect(words(tweetOf(sample("plain", members)))).toMatch(/engine/);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["nothing", undefined],
    ["a text", "tweet"],
    ["a list", [sample("plain")]],
    ["an empty object", {}],
    ["a tombstone", { __typename: "TweetTombstone" }],
    ["no author", sample("plain", { user: null })],
    ["an author without a name to call them by", sample("plain", { user: { name: "Ada" } })],
    ["an author whose name is a path", sample("plain", { user: { screen_name: "../intent" } })],
    ["no number", sample("plain", { id_str: null })],
    ["a number that is none", sample("plain", { id_str: "1/photo" })],
  ])("ERR-11 is none in %s", (_, data) => {
    expect(tweetOf(data)).toBeUndefined();
  });
});

const ODD: readonly unknown[] = [
  null,
  undefined,
  true,
  -1,
  1e21,
  Number.NaN,
  "",
  "x",
  "javascript:alert(1)",
  "https://evil.example/a.jpg",
  "👩‍🔬".repeat(40),
  [],
  {},
  [[]],
  [null],
  [3, 1],
  [0, 1e9],
  { length: 5 },
];

/** Returns a copy with random members, at any depth, replaced by unexpected values. */
function spoiled(value: unknown, random: () => number): unknown {
  if (random() < 0.06) return ODD[Math.floor(random() * ODD.length)];
  if (Array.isArray(value)) return value.map((member) => spoiled(member, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, spoiled(member, random)]));
}

function addressesOf(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => addressesOf(member, Array.isArray(value) ? name : key));
}

describe("any data of a tweet", () => {
  it("TWEET-17 is read without an error, and links and loads only from allowed hosts", () => {
    const random = chance(20);
    let shown = 0;
    for (let round = 0; round < 3000; round += 1) {
      const name = NAMES[round % NAMES.length] as SampleName;
      const tweet = tweetOf(spoiled(sample(name), random));
      if (!tweet) continue;
      shown += 1;
      for (const [key, address] of addressesOf(tweet)) {
        if (key === "href" || key === "url") expect(address).toMatch(/^https?:\/\//);
        if (key === "picture") expect(address).toMatch(/^https:\/\/(pbs|abs)\.twimg\.com\//);
        if (key === "source") expect(address).toMatch(/^https:\/\/(video|ton)\.twimg\.com\//);
      }
      expect(tweet.likes).toBeGreaterThanOrEqual(0);
      expect(Number.isNaN(tweet.at?.getTime())).toBe(false);
      for (const { width, height } of tweet.media) expect(width / height).toBeGreaterThan(0);
    }
    expect(shown).toBeGreaterThan(1000);
  });

  it("TWEET-18 keeps its complete text between its links", () => {
    const random = chance(18);
    const bits = ["a", " ", "#tag", "@ada", "&amp;", "👩‍🔬", "https://t.co/a", "ש", "\n", "<b>"];
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from({ length: 12 }, () => bits[Math.floor(random() * bits.length)]).join("");
      const length = Array.from(text).length;
      const at = () => Math.floor(random() * (length + 4)) - 2;
      const entity = () => ({ indices: [at(), at()], url: "https://t.co/a", expanded_url: "https://e.org" });
      const list = () => Array.from({ length: 6 }, entity);
      const entities = { hashtags: list(), user_mentions: list(), symbols: list(), urls: list() };
      const tweet = tweetOf({ id_str: "1", user: { screen_name: "ada" }, text, entities });
      expect(words(tweet)).toBe(text.replaceAll("&amp;", "&").trim());
    }
  });
});
