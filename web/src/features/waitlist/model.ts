import { statusOf } from "@/api/errors";

/** What a page of something that is still to come shows. */
export type ComingSoonPage = {
  /** Also the name under which the waitlist keeps who waits for it. */
  title: string;
  description: string;
  features: readonly Feature[];
  /** A quarter, such as "Q1 2025". */
  estimatedDate: string;
  signupPlaceholder: string;
  /** The class that draws its background. */
  backgroundClass: string;
};

export type Feature = {
  title: string;
  description: string;
  /** Leads to what is there already. */
  link?: { href: string; text: string };
};

/** Says why somebody is not on the list: the server knows them already, it refused, or it gave no answer. */
export function refusalText(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined) return "Error adding to waitlist";
  return status === 411 ? "Already added to waitlist" : "Failed to add to waitlist";
}
