/** What the landing page shows of plans, addresses and people. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Plan = components["schemas"]["Plan"];
export type Contact = components["schemas"]["ContactAnswer"];
export type Person = components["schemas"]["Person"];

/** Shown until the server has said which addresses are its operator's. */
export const DEFAULT_CONTACT: Contact = { supportEmail: "support@engram.local", salesEmail: "sales@engram.local" };

/** A price as it is written: "$0", "$9.99". */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;
}

/** A list as it is said: "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** What a plan comes with, in a sentence; nothing for a plan that is not there. */
export function comesWith(plan: Plan | undefined): string {
  return plan && plan.features.length > 0 ? `${plan.name} comes with ${listed(plan.features)}.` : "";
}

/** A draft of a mail to this address. */
export function mailDraft(address: string, draft: { subject: string; body: string } | undefined = undefined): string {
  const to = `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
  if (!draft) return to;
  return `${to}?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(draft.body)}`;
}

/** A draft that asks about the Enterprise plan. */
export function enterpriseDraft(address: string): string {
  return mailDraft(address, {
    subject: "Inquiry about the Enterprise plan",
    body: "Hello,\n\nI would like to know more about the Enterprise plan of Engram for my team.\n\nTeam size:\nWhat we would use it for:\n\nKind regards",
  });
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
