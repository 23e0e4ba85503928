import { describe, expect, it, test } from "vitest";
import { annualOffer, featuresFor, type Plan } from "./model";

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
    limits: [],
    ...parts,
  });

  it("UPG-07 UPG-08 Pro lists its upgrade features, and more for a year", () => {
    const pro = plan({ upgradeFeatures: ["b"], annualFeatures: ["c"] });
    expect(featuresFor(pro, "month")).toEqual(["b"]);
    expect(featuresFor(pro, "year")).toEqual(["b", "c"]);
  });

  it("the other plans list the same features for a month and for a year", () => {
    expect(featuresFor(plan({ id: "free" }), "month")).toEqual(["a"]);
    expect(featuresFor(plan({ id: "free" }), "year")).toEqual(["a"]);
  });
});
