import { describe, expect, it } from "vitest";
import { bylineOf } from "@/memory/memory";
import { aMemory } from "@/test/memory";
import { memoriesOf, shelfLine } from "./model";
import { TABS } from "./tab-list";
import { handleOf } from "./tweet-address";

const ALL = (["link", "video", "tweet", "document", "note", "link"] as const).map((type) => aMemory({ type }));

describe("tabs", () => {
  it("HOME-10 are in this order", () => {
    expect(TABS.map(({ label }) => label)).toEqual([
      "All Memories",
      "Web Pages",
      "Videos",
      "Tweets",
      "Documents",
      "Notes",
      "Spaces",
    ]);
  });

  it("HOME-12 CARD-01 show all memories, or one kind each", () => {
    expect(memoriesOf("all", ALL)).toEqual(ALL);
    for (const type of ["link", "video", "tweet", "document", "note"] as const) {
      const shown = memoriesOf(type, ALL);
      expect(shown).toEqual(ALL.filter((memory) => memory.type === type));
    }
    expect(memoriesOf("spaces", ALL)).toEqual([]);
  });
});

describe("addresses", () => {
  it("a tweet's address gives its author", () => {
    expect(handleOf("https://x.com/imanibuilds/status/12")).toBe("@imanibuilds");
    expect(handleOf("https://x.com/i/status/12")).toBeUndefined();
  });
});

describe("shelfLine", () => {
  const now = new Date(2026, 10, 20, 21, 0);
  const createdAt = new Date(2026, 10, 20, 8, 0).toISOString();

  it("counts the memories and says when the newest was saved", () => {
    expect(shelfLine([aMemory({ createdAt }), aMemory()], [aMemory({ createdAt }), aMemory()].length, now)).toBe(
      "2 memories. The newest came in this morning.",
    );
    expect(shelfLine([aMemory({ createdAt })], [aMemory({ createdAt })].length, now)).toBe(
      "One memory. It came in this morning.",
    );
    expect(shelfLine([], [].length, now)).toBe("Nothing here yet. It is quiet, and that is a good start.");
  });
});

it.each([
  [{}, ""],
  [{ author: "Ann Lee" }, "Ann Lee"],
  [{ author: "Ann Lee", site: "The Tidewater Review" }, "Ann Lee · The Tidewater Review"],
  [{ author: "Tidewater", site: "tidewater.example" }, ""],
  [{ author: "The Review", site: "The Review" }, "The Review"],
  [{ site: "GitHub", link: "https://github.com/a" }, ""],
  [{ author: "日本", site: "日本" }, "日本"],
])("CARD-02 a page with %o is by '%s'", (part, byline) => {
  expect(bylineOf(aMemory({ link: "https://www.tidewater.example/a", ...part }))).toBe(byline);
});
