import type { components } from "@/api/schema";
import { dollars } from "@/lib/dollars";

export type Plan = components["schemas"]["Plan"];
export type Plans = components["schemas"]["Plans"];

/** How often Pro is paid. */
export type Duration = "month" | "year";

/** What a year costs when it is paid at once, beside what its twelve months cost; all in words. */
export type AnnualOffer = { perMonth: string; perYear: string; original: string; savings: string };

/** From the prices of a month and of a year, in cents. The part of a cent in the price of a month is left out. */
export function annualOffer(monthly: number, annual: number): AnnualOffer {
  return {
    perMonth: dollars(Math.floor(annual / 12)),
    perYear: dollars(annual),
    original: dollars(monthly * 12),
    savings: dollars(monthly * 12 - annual),
  };
}

/** What a plan's card lists. Pro tells whoever is about to pay other things than whoever passes by. */
export function featuresFor(plan: Plan, duration: Duration): readonly string[] {
  if (plan.upgradeFeatures.length === 0) return plan.features;
  return duration === "year" ? [...plan.upgradeFeatures, ...plan.annualFeatures] : plan.upgradeFeatures;
}
