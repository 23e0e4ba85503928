import type { ReactNode } from "react";

type Section = { title: string; body: ReactNode };

/** A legal text as its page shows it. */
export type Policy = { title: string; lead: string; sections: readonly Section[] };

/** Returns the fragment of a section: "Data security" is #data-security. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
