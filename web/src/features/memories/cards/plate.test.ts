import { expect, test } from "vitest";
import { LOOKS, plateOf } from "./plate";

const of = (part: Partial<Parameters<typeof plateOf>[0]>) =>
  plateOf({ site: "", title: "", link: "https://www.tidewater.example/post-road", ...part });

test.each([
  [{ site: "The Review" }, "T"],
  [{ site: "“élan”" }, "É"],
  [{ site: "e\u0301lan" }, "E\u0301"],
  [{ site: "नमस्ते" }, "न"],
  [{ site: "東京新聞" }, "東"],
  [{ site: "🧠" }, "T"],
  [{}, "T"],
  [{ link: "https://5past.example" }, "5"],
  [{ link: "https://xn--bcher-kva.example", title: "bücher" }, "B"],
  [{ link: "", title: "…" }, ""],
])("CARD-03 %j is known by %j", (part, initial) => {
  expect(of(part).initial).toBe(initial);
});

test("CARD-03 a site's pages have one default picture, and sites have different ones", () => {
  const { hue, look } = of({});
  expect(of({ link: "http://tidewater.example/else", title: "Other" })).toMatchObject({ hue, look });
  const plates = Array.from({ length: 60 }, (_, site) => of({ link: `https://site-${site}.example/` }));
  expect(new Set(plates.map((plate) => plate.look)).size).toBe(LOOKS);
  expect(new Set(plates.map((plate) => `${plate.hue} ${plate.look}`)).size).toBeGreaterThan(30);
});
