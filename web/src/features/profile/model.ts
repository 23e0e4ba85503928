import type { components } from "@/api/schema";
import { TERMS, type Term } from "@/api/terms";

type Schemas = components["schemas"];

export type User = Schemas["UserAnswer"];

export type Usage = Schemas["UsageAnswer"];
export type Session = Schemas["SignedIn"];
export type AccountEvent = Schemas["Event"];
export type Subscription = Schemas["Subscription"];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long ago a time was, roughly. From a week on it is the date. */
export function agoText(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  if (past < MINUTE) return "Just now"; // The server's clock may be ahead.
  if (past < HOUR) return counted(past / MINUTE, "minute");
  if (past < DAY) return counted(past / HOUR, "hour");
  if (past < 7 * DAY) return counted(past / DAY, "day");
  return dayText(at, at.getFullYear() === now.getFullYear());
}

// Uses Intl instead of the dashboard's helper, which would be another chunk to load before this page.
function dayText(at: Date, thisYear: boolean): string {
  return at.toLocaleDateString("en-US", { month: "short", day: "numeric", ...(!thisYear && { year: "numeric" }) });
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

/** Returns when a session was last used. The server stores that to the hour. */
export function activeText({ current, lastUsedAt }: Session, now: Date): string {
  const at = new Date(lastUsedAt);
  if (current) return "Active now";
  return now.getTime() - at.getTime() < HOUR ? "Within the last hour" : agoText(at, now);
}

/** Returns when a session started. */
export function begunText(createdAt: string, now: Date): string {
  const at = new Date(createdAt);
  const past = now.getTime() - at.getTime();
  if (past < MINUTE) return "Signed in just now";
  return past < 7 * DAY ? `Signed in ${agoText(at, now)}` : `Signed in on ${agoText(at, now)}`;
}

const WORDS: Record<AccountEvent["kind"], string> = {
  "signed-up": "Account created",
  "signed-in": "Signed in",
  "signed-out": "Signed out",
  "session-ended": "Signed out another device",
  "sessions-ended": "Signed out everywhere else",
  "password-changed": "Password changed",
  "email-changed": "Email changed",
  "email-removed": "Email removed",
  "ai-allowed": "AI providers allowed",
  "ai-forbidden": "AI providers turned off",
  "conversation-term": "Changed how long conversations are kept",
  "token-made": "Made an API token",
  "token-revoked": "Revoked an API token",
  "feed-made": "Made a private feed",
  "feed-revoked": "Ended a private feed",
  "program-connected": "Connected a program",
  "program-disconnected": "Disconnected a program",
  exported: "Everything exported",
  "webhook-made": "Made a webhook",
  "webhook-changed": "Changed the address or secret of a webhook",
  "webhook-removed": "Removed a webhook",
  "webhook-off": "A webhook was turned off: nothing had arrived for days",
  "mailbox-made": "Made an email address that saves",
  "mailbox-ended": "Turned an email address off",
  "pro-began": "Pro membership began",
  "pro-cancelled": "Pro membership cancelled",
  "pro-ended": "Pro membership ended",
};

/** Returns the description of an event. A kind that only a newer server knows is shown by its name. */
export function eventText({ kind, text }: AccountEvent): string {
  if (kind === "session-ended" && text) return `Signed out ${text}`;
  if (kind === "email-changed" && text) return "Email taken over from your payment";
  if (kind === "conversation-term" && text) return `Conversations: ${(TERMS[text as Term] ?? text).toLowerCase()}`;
  if (kind === "token-made" && text) return `Made the API token ${text}`;
  if (kind === "exported" && text) return `Everything exported as ${text.toUpperCase()}`;
  if (kind === "token-revoked" && text) return `Revoked the API token ${text}`;
  if (kind === "feed-made" && text) return `Made the private feed ${text}`;
  if (kind === "feed-revoked" && text) return `Ended the private feed ${text}`;
  if (kind === "program-connected" && text) return `Connected ${text}`;
  if (kind === "program-disconnected" && text) return `Disconnected ${text}`;
  return WORDS[kind] ?? kind;
}

/** Returns the device or service that caused an event. */
export function eventSource({ kind, text, device }: AccountEvent): string {
  const paid = kind.startsWith("pro-") || (kind === "email-changed" && text);
  return device ?? (paid ? "Payment service" : "Unknown device");
}

type Use = Schemas["Use"];

/** Returns "3 of 10", or "3 saved, no limit". */
export function useText({ used, limit }: Use, verb: string): string {
  if (limit === null) return `${used} ${verb}, no limit`;
  return `${used} of ${limit}${used >= limit ? ", all used" : ""}`;
}

/** Returns the fill of a bar in percent. Undefined without a limit. Usage from a larger plan is capped at 100. */
export function filled({ used, limit }: Use): number | undefined {
  return limit === null ? undefined : Math.min(100, (used / limit) * 100);
}

/** Returns when the daily searches reset, in local time. */
export function resetText(resetsAt: string): string {
  const time = new Date(resetsAt).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  return `Searches start again at ${time}.`;
}

/** Returns the billing cycle with its first letter capitalised. */
export function cycleText(subscription: Subscription | undefined): string {
  const cycle = subscription?.billing_cycle;
  return cycle ? cycle.charAt(0).toUpperCase() + cycle.slice(1) : "Loading...";
}

/** Returns the next billing date, such as "Sat Nov 20 2027". */
export function billingText(subscription: Subscription | undefined): string {
  return subscription ? new Date(subscription.next_billing_date).toDateString() : "Loading ...";
}
