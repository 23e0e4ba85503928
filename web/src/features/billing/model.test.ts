import { describe, expect, it, test } from "vitest";
import { annualOffer, dollars, enterpriseDraft, featuresFor, type Plan } from "./model";

test.each([
  [0, "$0"],
  [1, "$0.01"],
  [50, "$0.50"],
  [999, "$9.99"],
  [1000, "$10"],
  [4999, "$49.99"],
  [11988, "$119.88"],
  [123456789, "$1234567.89"],
])("dollars(%d) is %s", (cents, text) => {
  expect(dollars(cents)).toBe(text);
});

test.each([
  [999, 9999, { perMonth: "$8.33", perYear: "$99.99", original: "$119.88", savings: "$19.89" }],
  [1000, 12000, { perMonth: "$10", perYear: "$120", original: "$120", savings: "$0" }],
  [500, 5999, { perMonth: "$4.99", perYear: "$59.99", original: "$60", savings: "$0.01" }],
])("UPG-03 UPG-04 a month at %d and a year at %d cents", (monthly, annual, offer) => {
  expect(annualOffer(monthly, annual)).toEqual(offer);
});

describe("featuresFor", () => {
  const plan = (parts: Partial<Plan>): Plan => ({
    id: "pro",
    name: "Pro",
    monthly: 1,
    annual: 2,
    features: ["a"],
    upgradeFeatures: [],
    annualFeatures: [],
    ...parts,
  });

  it("UPG-07 UPG-08 Pro lists what whoever is about to pay reads, and more for a year", () => {
    const pro = plan({ upgradeFeatures: ["b"], annualFeatures: ["c"] });
    expect(featuresFor(pro, "month")).toEqual(["b"]);
    expect(featuresFor(pro, "year")).toEqual(["b", "c"]);
  });

  it("the others list the same either way", () => {
    expect(featuresFor(plan({ id: "free" }), "month")).toEqual(["a"]);
    expect(featuresFor(plan({ id: "free" }), "year")).toEqual(["a"]);
  });
});

test("UPG-01 ROLE-05 the draft about Enterprise is addressed and worded", () => {
  const draft = new URL(enterpriseDraft("sales@engram.local"));
  expect(draft.protocol + draft.pathname).toBe("mailto:sales@engram.local");
  expect(draft.searchParams.get("subject")).toBe("Engram Enterprise");
  expect(draft.searchParams.get("body")).toContain("about the Enterprise plan");
  // A plus would reach the mail program as a plus.
  expect(draft.search).not.toContain("+");
});
