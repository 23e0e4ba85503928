import type { components } from "@/api/schema";
import { agoText } from "../model";

export type Tokens = components["schemas"]["TokensAnswer"];
export type Token = Tokens["tokens"][number];
export type Scope = Token["scopes"][number];

/** What a token may do, each with what that means. */
export const SCOPES: readonly { scope: Scope; label: string; says: string }[] = [
  { scope: "read", label: "Read", says: "See and search everything that you saved" },
  { scope: "ask", label: "Ask", says: "Ask questions, and see what you asked" },
  { scope: "save", label: "Save", says: "Save memories and files" },
  { scope: "edit", label: "Edit", says: "Change what you saved, and move it to the trash" },
  { scope: "export", label: "Export", says: "Take everything out at once" },
];

export const LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "never", label: "Never" },
] as const;

export type Life = (typeof LIVES)[number]["value"];

/** Returns when a token of that life ends, null for never. */
export function endOf(life: Life, now: Date): string | null {
  if (life === "never") return null;
  return new Date(now.getTime() + Number(life) * 24 * 3_600_000).toISOString();
}

/** Returns what a token may do, in words. */
export function scopesText(scopes: readonly Scope[]): string {
  const labels = SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ label }) => label);
  return labels.join(", ");
}

/** Returns when a token was made. */
export function madeText(createdAt: string, now: Date): string {
  const ago = agoText(new Date(createdAt), now);
  if (ago === "Just now") return "Made just now";
  return ago.endsWith("ago") ? `Made ${ago}` : `Made on ${ago}`;
}

/** Returns when a token was used last. The server stores that to the hour. */
export function usedText({ lastUsedAt }: Token, now: Date): string {
  if (lastUsedAt === null) return "Never used";
  const at = new Date(lastUsedAt);
  if (now.getTime() - at.getTime() < 3_600_000) return "Used within the last hour";
  const ago = agoText(at, now);
  return ago.endsWith("ago") ? `Used ${ago}` : `Used on ${ago}`;
}

/** Returns when a token ends, or that it has. */
export function endText({ expiresAt, expired }: Token): string {
  if (expiresAt === null) return "No end";
  const day = new Date(expiresAt).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric" });
  return expired ? `Expired on ${day}` : `Until ${day}`;
}
