import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it, test } from "vitest";
import { cookiePolicy, PolicyPage, privacyPolicy, termsOfService } from ".";
import { anchorOf } from "./model";

const POLICIES = { privacy: privacyPolicy, terms: termsOfService, cookies: cookiePolicy };

/** Returns the whole text of a policy's page. */
function open(name: keyof typeof POLICIES): string {
  const { container } = render(
    <MemoryRouter>
      <PolicyPage {...POLICIES[name]("/contact")} />
    </MemoryRouter>,
  );
  return container.textContent ?? "";
}

const TITLES = {
  privacy: [
    "Data collection and storage",
    "AI processing and data usage",
    "Data security",
    "User rights and control",
    "Contact information",
  ],
  terms: ["Platform services", "User obligations", "Data usage rights", "Service limitations", "Termination"],
  cookies: ["AI platform cookies", "Types of cookies", "Cookie management", "Data collection", "Updates and contact"],
};

const NAMES = ["privacy", "terms", "cookies"] as const;

describe.each(NAMES)("%s", (name) => {
  it("POL-01 ends with the date of its last change", () => {
    expect(open(name)).toMatch(/Last updated: January 8, 2025$/);
  });

  it("POL-02 POL-03 POL-04 has its five sections, each linked from the list", () => {
    open(name);
    const headings = screen.getAllByRole("heading", { level: 2 });
    expect(headings.map((heading) => heading.textContent)).toEqual(TITLES[name]);
    const links = within(screen.getByRole("navigation", { name: "On this page" })).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(TITLES[name]);
    for (const [index, link] of links.entries()) {
      const target = document.querySelector(link.getAttribute("href") ?? "");
      expect(target).toContainElement(headings[index] ?? null);
    }
  });

  it.each([
    ["POL-08 an AI knowledge platform", /AI knowledge platform/],
    ["POL-08 what users upload", /upload/],
    ["POL-08 documents, queries and structured data", /documents, queries and structured data/i],
    ["POL-08 indexed and organised by AI", /index(es|ed) and organise[sd]( them)? by AI/],
    ["POL-09 AI search results and recommendations", /AI search results and recommendations/],
    ["POL-09 retrieval tuned to user patterns", /retrieval tuned to user patterns/i],
    ["POL-09 collaborative knowledge management", /collaborative knowledge management/i],
  ])("%s is named", (_, words) => {
    expect(open(name).replace(/\s+/g, " ")).toMatch(words);
  });

  it("links to the support address", () => {
    open(name);
    expect(screen.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "/contact");
  });
});

describe("what users can do with their data", () => {
  it("POL-10 POL-11 is listed in the privacy policy", () => {
    open("privacy");
    const rights = within(screen.getByRole("region", { name: "User rights and control" }));
    expect(rights.getByText(/^What you save stays yours\. You can, /).nextElementSibling).toBe(
      rights.getByRole("list"),
    );
    expect(rights.getAllByRole("listitem").map((item) => item.textContent?.replace(/:.*/, ""))).toEqual([
      "export your content",
      "delete your content",
      "change your AI learning preferences",
      "see usage analytics and logs that concern your account",
      "ask for data portability",
    ]);
  });

  it.each([
    ["terms", "You can export or delete your content and change your AI learning preferences at any time."],
    ["terms", "You can see usage analytics and logs that concern your account, and ask for data portability."],
    ["cookies", "Your AI learning preferences are no matter of cookies"],
    ["cookies", "the switch in your settings turns them off for you."],
    [
      "cookies",
      "You can see usage analytics and logs that concern your account, export or delete your content, and ask for data portability.",
    ],
  ] as const)("POL-10 POL-11 stands in the %s: %s", (name, sentence) => {
    expect(open(name)).toContain(sentence);
  });
});

it("POL-05 the types of cookies are three", () => {
  open("cookies");
  const section = within(screen.getByRole("region", { name: "Types of cookies" }));
  expect(section.getAllByRole("listitem").map((item) => item.querySelector("strong")?.textContent)).toEqual([
    "Essential platform:",
    "AI performance:",
    "Analytics:",
  ]);
});

it("POL-06 cookie management names three ways", () => {
  open("cookies");
  const section = within(screen.getByRole("region", { name: "Cookie management" }));
  expect(section.getAllByRole("listitem").map((item) => item.querySelector("strong")?.textContent)).toEqual([
    "Platform settings panel:",
    "Browser controls:",
    "API configuration:",
  ]);
});

it("POL-07 the terms name file size, storage quotas and rate limits, and no number", () => {
  const text = open("terms").replace("Last updated: January 8, 2025", "");
  expect(text).toContain("File size, storage quotas and rate limits");
  expect(text).not.toMatch(/\d/);
});

test.each([
  ["Data security", "data-security"],
  ["AI processing and data usage", "ai-processing-and-data-usage"],
  ["  What’s new?  ", "what-s-new"],
  ["", ""],
])("anchorOf(%j) is %j", (title, anchor) => {
  expect(anchorOf(title)).toBe(anchor);
});
