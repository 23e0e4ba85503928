/** The plans, addresses and people on the landing page. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Plan = components["schemas"]["Plan"];
type Contact = components["schemas"]["ContactAnswer"];
export type Person = components["schemas"]["Person"];

/** The data that a server can override. */
export type SiteData = { plans: readonly Plan[]; contact: Contact | undefined; people: readonly Person[] };

/** Joins a list in English: "a", "a and b", "a, b and c". */
export function joinList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Returns a sentence that lists a plan's features. Empty if there is no plan. */
export function planSentence(plan: Plan | undefined): string {
  return plan && plan.features.length > 0 ? `${plan.name} comes with ${joinList(plan.features)}.` : "";
}

/** A testimonial. Its name and picture are replaced by those of a sample person, if there is one. */
export type Testimonial = { words: string; role: string; name: string; picture: string };

/** Matches inlined pictures and those of our own origin, so that no visitor's browser contacts a third party. */
const OWN_PICTURE = /^(data:image\/(jpeg|png|webp);base64,|\/(?![/\\]))/;

/** Gives the testimonials the names and pictures of these people, as far as both are valid. */
export function withPeople(testimonials: readonly Testimonial[], people: readonly Person[]): Testimonial[] {
  return testimonials.map((testimonial, index) => {
    const { name, pictureUrl } = people[index] ?? { name: "", pictureUrl: "" };
    return name.trim() !== "" && OWN_PICTURE.test(pictureUrl)
      ? { ...testimonial, name, picture: pictureUrl }
      : testimonial;
  });
}
