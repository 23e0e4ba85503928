import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { time12h } from "@/lib/time-12h";

type Schemas = components["schemas"];

export type Overview = Schemas["OverviewAnswer"];
export type People = Schemas["AccountsAnswer"];
export type Person = People["people"][number];
export type Role = Person["role"];
export type Invitation = Schemas["InvitationsAnswer"]["invitations"][number];
export type Backups = Schemas["BackupsAnswer"];
export type Backup = Backups["backups"][number];
export type Job = Overview["jobs"]["failed"][number];

export const ROLES: Record<Role, string> = { owner: "Owner", member: "Member" };

/** Whether it changes by itself. */
export function isBusy({ jobs, reading }: Overview): boolean {
  return jobs.waiting > 0 || (reading.model !== "" && reading.read < reading.passages);
}

/** "1 memory", "1,200 memories". */
export function countText(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const HOUR = 3_600_000;

/** When a user was last here, to the hour. */
export function seenText(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR);
  if (hours < 1) return "Within the hour";
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  return dayText(at, now);
}

/** How far the encoder is. */
export function readingText({ model, read, passages }: Overview["reading"]): string {
  if (model === "") return "Search goes by words alone.";
  if (passages === 0) return "Nothing to read yet.";
  if (read < passages) return `${grouped(read)} of ${grouped(passages)} passages read closely`;
  return `${countText(passages, "passage", "passages")} read closely, none waits`;
}

/** What stands in the place of an invitation's use: it is open, or it ended unused. */
export function isOpen({ usedAt, expiresAt }: Invitation, now: Date): boolean {
  return usedAt === null && new Date(expiresAt) > now;
}

const JOBS: Record<string, string> = {
  capture: "Reading a memory",
  remove_blobs: "Removing files",
  sweep: "Tidying up",
  reconcile: "Comparing memberships",
};

/** What a job does. A kind that a newer server tells of is shown as it comes. */
export function jobText(kind: string): string {
  return JOBS[kind] ?? kind;
}

/** "Nov 23, 2:05 PM", or "Nov 23, 2025, 2:05 PM" of another year. Local to the reader. */
export function momentText(at: Date, now: Date): string {
  return `${dayText(at, now)}, ${time12h(at)}`;
}

/** Why a backup was made. */
export const KINDS: Record<Backup["kind"], string> = {
  scheduled: "Scheduled",
  "on-request": "On request",
  "before-migration": "Before an upgrade, database only",
};

/** Whether a backup exists and holds more than the database. */
export function isWhole({ failure, kind }: Backup): boolean {
  return failure === "" && kind !== "before-migration";
}

/** How often a backup is scheduled. */
export function everyText(seconds: number): string {
  if (seconds === 0) return "Off";
  const [size, one] = [...SPANS].find(([size]) => seconds % size === 0) ?? [1, "second"];
  return seconds === size ? `Every ${one}` : `Every ${grouped(seconds / size)} ${one}s`;
}

const SPANS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
] as const;

/** How many backups are kept. */
export function keepText(keep: number): string {
  if (keep === 0) return "All are kept";
  return keep === 1 ? "The newest of each kind is kept" : `The newest ${grouped(keep)} of each kind are kept`;
}

/** A name inside a sentence that is plain text, whichever way it is written. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
