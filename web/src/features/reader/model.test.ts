import { describe, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { citedOf, factsOf, headingOf } from "./model";

const QUOTE = { n: 1, quote: "What was replayed remained.", place: "page 4" };

describe("the state of a location", () => {
  it("holds the citations of an answer", () => {
    const state = { question: "Why?", citations: [QUOTE, { ...QUOTE, n: 2 }], shown: 1 };
    expect(citedOf(state)).toEqual(state);
  });

  it.each([
    null,
    undefined,
    "x",
    7,
    [],
    {},
    { question: 1, citations: [] },
    { question: "Why?" },
    { question: "Why?", citations: "no" },
  ])("is ignored if it is not valid: %j", (state) => {
    expect(citedOf(state)).toBeUndefined();
  });

  it.each([-1, 2, 0.5, "0", null, undefined, Number.NaN])("shows the first of the quotes for %j", (shown) => {
    expect(citedOf({ question: "Why?", citations: [QUOTE, QUOTE], shown })).toMatchObject({ shown: 0 });
  });

  it("keeps the valid numbers of a quote's position", () => {
    const where = { passage: 3, span: [4, 9], page: 2, second: 0 };
    const odd = { passage: -1, span: [4], page: "2", second: 0.5 };
    const citations = [
      { ...QUOTE, ...where },
      { ...QUOTE, ...odd },
    ];
    expect(citedOf({ question: "Why?", citations, shown: 0 })?.citations).toEqual([{ ...QUOTE, ...where }, QUOTE]);
  });

  it("drops invalid quotes and unknown members", () => {
    const citations = [
      null,
      1,
      { ...QUOTE, n: "1" },
      { ...QUOTE, quote: " " },
      { n: 1, quote: "x" },
      { ...QUOTE, more: "x" },
    ];
    expect(citedOf({ question: "Why?", citations, shown: 0 })).toEqual({
      question: "Why?",
      citations: [QUOTE],
      shown: 0,
    });
  });
});

it.each([
  ["Slept four hours.", "Slept  four hours.\nThen more.", "Note"],
  ["Slept four…", "Slept four hours.", "Note"],
  ["", "Slept", "Note"],
  ["Sleep", "Slept four hours.", "Sleep"],
])("over a note called %j that says %j stands %j", (title, description, heading) => {
  expect(headingOf(aMemory({ type: "note", title, description, link: "" }))).toBe(heading);
});

describe("what is known of a memory", () => {
  const facts = (part: Parameters<typeof aMemory>[0]) => Object.fromEntries(factsOf(aMemory(part)));

  it("is listed by name, without unknown values", () => {
    expect(
      facts({
        type: "video",
        link: "https://www.youtube.com/watch?v=1",
        site: "YouTube",
        author: "Ada",
        duration: 3723,
        language: "pt-BR",
        publishedAt: "2020-11-04T12:00:00Z",
        createdAt: new Date(2026, 10, 11, 14, 34).toISOString(),
      }),
    ).toEqual({
      Length: "1:02:03",
      Language: "Portuguese (Brazil)",
      Published: "Nov 4, 2020",
      Saved: "Nov 11, 2026, 2:34 PM",
    });
    expect(facts({ createdAt: "" })).toEqual({});
  });

  it.each([
    [
      { spf: "pass", dkim: "pass", signer: "b.org" },
      "SPF pass: its server may send for x.org; DKIM pass: signed by b.org",
    ],
    [
      { spf: "fail", dkim: "fail", signer: "b.org" },
      "SPF fail: its server may not send for x.org; DKIM fail: not signed by b.org",
    ],
    [{ spf: "unknown", dkim: "none", signer: "" }, "SPF unknown; DKIM none"],
  ] as const)("says whom a mail is from: %j", (checks, said) => {
    const mail = { sender: "a@b.org", server: "x.org", ...checks };
    expect(Object.fromEntries(factsOf(aMemory({ createdAt: "" }), 0, mail))).toEqual({
      "By email from": `a@b.org (${said})`,
    });
  });

  it("says how long a text is read, and when it was written", () => {
    const known = factsOf(aMemory({ type: "link", publishedAt: "2020-11-04T12:00:00Z", createdAt: "" }), 2640);
    expect(known).toEqual([
      ["Written", "Nov 4, 2020"],
      ["Length", "11 min, 2,640 words"],
    ]);
  });

  it.each([
    [1, "1 page"],
    [1200, "1,200 pages"],
  ])("counts %d pages", (pages, text) => {
    expect(facts({ type: "document", pages, link: "/api/files/1" })).toMatchObject({ Length: text });
  });

  it.each(["", "x-klingon", "not a language!"])("shows the invalid language %j without failing", (language) => {
    expect(() => facts({ language })).not.toThrow();
  });
});
