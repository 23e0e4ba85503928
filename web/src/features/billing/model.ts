import type { components } from "@/api/schema";
import { dollars } from "@/lib/dollars";

export type Plan = components["schemas"]["Plan"];
export type Plans = components["schemas"]["Plans"];

/** The billing cycle of Pro. */
export type Duration = "month" | "year";

/** The yearly price, twelve monthly payments, and the saving, as formatted text. */
export type AnnualOffer = { perMonth: string; perYear: string; original: string; savings: string };

/** Computes them from the monthly and yearly prices, in cents. The price per month is rounded down to whole cents. */
export function annualOffer(monthly: number, annual: number): AnnualOffer {
  return {
    perMonth: dollars(Math.floor(annual / 12)),
    perYear: dollars(annual),
    original: dollars(monthly * 12),
    savings: dollars(monthly * 12 - annual),
  };
}

/** Returns the features on a plan's card. The upgrade page lists other features of Pro than the landing page. */
export function featuresFor(plan: Plan, duration: Duration): readonly string[] {
  if (plan.upgradeFeatures.length === 0) return plan.features;
  return duration === "year" ? [...plan.upgradeFeatures, ...plan.annualFeatures] : plan.upgradeFeatures;
}
