/** What the landing page shows of plans, addresses and people. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Plan = components["schemas"]["Plan"];
type Contact = components["schemas"]["ContactAnswer"];
export type Person = components["schemas"]["Person"];

/** What the server may say otherwise than the program comes. */
export type News = { plans: readonly Plan[]; contact: Contact | undefined; people: readonly Person[] };

/** A list as it is said: "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** What a plan comes with, in a sentence; nothing for a plan that is not there. */
export function comesWith(plan: Plan | undefined): string {
  return plan && plan.features.length > 0 ? `${plan.name} comes with ${listed(plan.features)}.` : "";
}

/** What one of the three says, and who says it until a sample person does. */
export type Voice = { words: string; role: string; name: string; picture: string };

/** A picture that comes with the answer or from our own origin: no reader's browser asks a stranger. */
const OWN_PICTURE = /^(data:image\/(jpeg|png|webp);base64,|\/(?![/\\]))/;

/** The voices with the names and pictures of these people. Where either is missing or not fit to show, they stay as drawn. */
export function spokenBy(voices: readonly Voice[], people: readonly Person[]): Voice[] {
  return voices.map((voice, index) => {
    const { name, pictureUrl } = people[index] ?? { name: "", pictureUrl: "" };
    return name.trim() !== "" && OWN_PICTURE.test(pictureUrl) ? { ...voice, name, picture: pictureUrl } : voice;
  });
}
