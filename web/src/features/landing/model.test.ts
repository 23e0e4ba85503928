import { describe, expect, it } from "vitest";
import { comesWith, listed, type Plan, spokenBy, type Voice } from "./model";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is said %j", (parts, text) => {
  expect(listed(parts)).toBe(text);
});

describe("what a plan comes with", () => {
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
    expect(comesWith(given)).toBe(text);
  });
});

describe("the voices", () => {
  const voices: Voice[] = ["Ada", "Ben", "Cleo"].map((name) => ({
    name,
    words: `${name} says`,
    role: "Student",
    picture: `/${name}.svg`,
  }));
  const picture = "data:image/jpeg;base64,AAAA";

  it("LAND-24 take the names and pictures of three people, and keep their words", () => {
    const people = ["Ines", "Jon", "Kim"].map((name) => ({ name, pictureUrl: picture }));
    expect(spokenBy(voices, people)).toEqual([
      { ...voices[0], name: "Ines", picture },
      { ...voices[1], name: "Jon", picture },
      { ...voices[2], name: "Kim", picture },
    ]);
  });

  it("stay as drawn where there are fewer people, and never become more", () => {
    expect(spokenBy(voices, [])).toEqual(voices);
    expect(spokenBy(voices, [{ name: "Ines", pictureUrl: picture }])[1]).toEqual(voices[1]);
    expect(spokenBy(voices, Array(9).fill({ name: "Ines", pictureUrl: picture }))).toHaveLength(3);
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
  ])("stay as drawn for %j with the picture %j", (name, pictureUrl) => {
    expect(spokenBy(voices, [{ name, pictureUrl }])[0]).toEqual(voices[0]);
  });
});
