import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { time12h } from "@/lib/time-12h";

export type Hook = components["schemas"]["Hook"];
export type Delivery = components["schemas"]["Delivery"];
export type Event = Hook["events"][number];

/** What a webhook can hear, each with when that is. */
export const EVENTS: readonly { event: Event; label: string; says: string }[] = [
  { event: "memory.created", label: "Saved", says: "A memory was saved" },
  { event: "memory.ready", label: "Ready", says: "Its text can be searched" },
  { event: "memory.failed", label: "Failed", says: "It could not be read, and why" },
  { event: "memory.deleted", label: "Deleted", says: "It was deleted" },
];

/** Returns what a webhook is called: its address without the scheme, since one host may have several. */
export function nameOf({ url }: Hook): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** Returns an event in a word. One that only a newer server knows is shown by its name. */
function eventText(name: Delivery["event"]): string {
  return name === "webhook.test" ? "Test" : (EVENTS.find(({ event }) => event === name)?.label ?? name);
}

/** Returns what a webhook hears, in words. */
export function eventsText(events: readonly Event[]): string {
  const labels = EVENTS.filter(({ event }) => events.includes(event)).map(({ label }) => label);
  return labels.join(", ").toLowerCase();
}

/** Returns how a webhook does, and whether its user should look at it. */
export function stateOf({ status, failingSince }: Hook, allowed: boolean, now: Date): { text: string; bad: boolean } {
  if (!allowed) return { text: "Resting", bad: false };
  if (status === "paused") return { text: "Paused", bad: false };
  if (status === "off") return { text: "Turned off, since nothing arrived", bad: true };
  if (failingSince) return { text: `Failing since ${momentText(failingSince, now)}`, bad: true };
  return { text: "On", bad: false };
}

/** Returns what was sent, and what became of it. */
export function deliveryText(delivery: Delivery, now: Date): { event: string; outcome: string; bad: boolean } {
  const event = eventText(delivery.event);
  const { status, attempts, message, nextAt } = delivery;
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  const why = message && ` ${message}`;
  switch (status) {
    case "delivered":
      return { event, outcome: attempts > 1 ? `Arrived after ${tries}` : "Arrived", bad: false };
    case "failed":
      return { event, outcome: `Given up after ${tries}.${why}`, bad: true };
    case "held":
      return { event, outcome: "Waits until the webhook is on", bad: false };
    default:
      if (attempts === 0) return { event, outcome: "Waits to be sent", bad: false };
      return {
        event,
        outcome: `${nextAt ? `Next try ${momentText(nextAt, now)}.` : "Tried again soon."}${why}`,
        bad: true,
      };
  }
}

/** Returns a time, and its day unless that is today. */
export function momentText(time: string, now: Date): string {
  const at = new Date(time);
  return at.toDateString() === now.toDateString() ? time12h(at) : `${dayText(at, now)}, ${time12h(at)}`;
}
