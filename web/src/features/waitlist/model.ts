import type { ComponentType } from "react";

/** The content of a coming-soon page. */
export type ComingSoonPage = {
  /** Also the name of the waitlist on the server. */
  title: string;
  description: string;
  features: readonly Feature[];
  /** A quarter, such as "Q1 2025". */
  estimatedDate: string;
  signupPlaceholder: string;
  /** The CSS class of its background. */
  backgroundClass: string;
};

export type Feature = {
  Icon: ComponentType<{ className: string }>;
  title: string;
  description: string;
  /** A link to what exists already. */
  link?: { href: string; text: string };
};

/** Returns the message for a status: added, already on the list, or failed. */
export function outcomeOf(status: number): { good: boolean; text: string } {
  if (status === 200) return { good: true, text: "Added to waitlist" };
  return { good: false, text: status === 411 ? "Already added to waitlist" : "Failed to add to waitlist" };
}
