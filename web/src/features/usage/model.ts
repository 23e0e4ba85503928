/** What was used: by day, on the disk, and of AI providers. Pure. */

import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { KINDS, type Kind } from "@/memory/kinds";

type Schemas = components["schemas"];

export type Day = Schemas["Day"];
export type Storage = Schemas["Storage"];
export type Call = Schemas["Call"];

/** How many days a chart may show. */
export const RANGES = ["30", "90", "365"] as const;
export type Range = (typeof RANGES)[number];

/** "1 search", "1,200 searches". */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** "Nov 25". The server's days have no zone. */
export function nameOf({ day }: Day, now: Date): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayText(new Date(year, month - 1, date), now);
}

/** What a day held, in words. */
export function dayWords(day: Day, now: Date): string {
  return `${nameOf(day, now)}: ${grouped(day.saves)} saved, ${counted(day.searches, "search", "searches")}`;
}

/** The sums of all days. */
export function sumsOf(days: readonly Day[]): { saves: number; searches: number } {
  return days.reduce((sum, { saves, searches }) => ({ saves: sum.saves + saves, searches: sum.searches + searches }), {
    saves: 0,
    searches: 0,
  });
}

/** The top of a chart: the least of 1, 2, 5, 10, 20, 50 … that no day exceeds. */
export function topOf(days: readonly Day[]): number {
  const most = Math.max(...days.map(({ saves, searches }) => Math.max(saves, searches)), 1);
  const ten = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * ten).find((top) => top >= most) ?? most;
}

/** The day that a key moves to, out of `count`; undefined for other keys. */
export function movedBy(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(at + step, 0), count - 1);
}

/** What a kind of stored things is called. A kind that only a newer server knows is shown by its name. */
export function kindText(kind: string): string {
  return kind === "trash" ? "Trash, and files on their way" : (KINDS[kind as Kind]?.plural ?? kind);
}

/** All bytes of a kind. */
export const bytesOf = ({ text, files, pictures }: Storage) => text + files + pictures;

const PURPOSES: Readonly<Record<Call["purpose"], string>> = {
  answer: "An answer",
  followup: "An answer to a follow-up",
  embedding: "Reading for what it means",
};

/** What a call was for. A purpose that only a newer server knows is shown by its name. */
export function purposeText({ purpose }: Call): string {
  return PURPOSES[purpose] ?? purpose;
}

/** How much was sent and received. */
export function tokensText({ promptTokens, completionTokens }: Call): string {
  const received = completionTokens > 0 ? `, ${grouped(completionTokens)} back` : "";
  return `${counted(promptTokens, "token", "tokens")} sent${received}`;
}
