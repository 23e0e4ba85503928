import { describe, expect, it } from "vitest";
import { joinList, type Plan, planSentence, type Testimonial, withPeople } from "./model";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is said %j", (parts, text) => {
  expect(joinList(parts)).toBe(text);
});

describe("the sentence about a plan", () => {
  const plan: Plan = {
    id: "free",
    name: "Free",
    monthly: 0,
    annual: null,
    features: ["20 searches per day", "Basic support"],
    upgradeFeatures: [],
    annualFeatures: [],
    limits: [],
  };

  it.each<[string, Plan | undefined, string]>([
    ["a plan", plan, "Free comes with 20 searches per day and Basic support."],
    ["one without features", { ...plan, features: [] }, ""],
    ["none", undefined, ""],
  ])("of %s", (_, given, text) => {
    expect(planSentence(given)).toBe(text);
  });
});

describe("the testimonials", () => {
  const testimonials: Testimonial[] = ["Ada", "Ben", "Cleo"].map((name) => ({
    name,
    words: `${name} says`,
    role: "Student",
    picture: `/${name}.svg`,
  }));
  const picture = "data:image/jpeg;base64,AAAA";

  it("LAND-24 take the names and pictures of three people, and keep their words", () => {
    const people = ["Ines", "Jon", "Kim"].map((name) => ({ name, pictureUrl: picture }));
    expect(withPeople(testimonials, people)).toEqual([
      { ...testimonials[0], name: "Ines", picture },
      { ...testimonials[1], name: "Jon", picture },
      { ...testimonials[2], name: "Kim", picture },
    ]);
  });

  it("keep their own names and pictures where there are fewer people, and stay three", () => {
    expect(withPeople(testimonials, [])).toEqual(testimonials);
    expect(withPeople(testimonials, [{ name: "Ines", pictureUrl: picture }])[1]).toEqual(testimonials[1]);
    expect(withPeople(testimonials, Array(9).fill({ name: "Ines", pictureUrl: picture }))).toHaveLength(3);
  });

  it.each([
    ["", picture],
    ["   ", picture],
    ["Ines", ""],
    ["Ines", "https://tracker.example/1.jpg"],
    ["Ines", "//tracker.example/1.jpg"],
    ["Ines", "/\\tracker.example/1.jpg"],
    ["Ines", "javascript:alert(1)"],
    ["Ines", "data:text/html,<script>alert(1)</script>"],
    ["Ines", "data:image/svg+xml;base64,AAAA"],
  ])("keep their own name and picture instead of %j with the picture %j", (name, pictureUrl) => {
    expect(withPeople(testimonials, [{ name, pictureUrl }])[0]).toEqual(testimonials[0]);
  });
});
