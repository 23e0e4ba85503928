import type { Problem } from "./problem";

/** The messages of our own players, in the page or from their frame. Times are in seconds. */
export type News =
  /** It can be seen and used. */
  | { type: "ready" }
  /** Once, when the length is known. */
  | { type: "duration"; duration: number }
  | { type: "play" }
  /** Each second while it plays. */
  | { type: "progress"; place: number }
  | { type: "ended" }
  | { type: "error"; problem: Problem };

export type Tell = (news: News) => void;

const PROBLEMS: readonly unknown[] = ["unreachable", "unplayable", "code"] satisfies Problem[];

const isTime = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;

/** A message of the player's page, if it is one: that page deals with files of strangers. */
export function newsIn(data: unknown): News | undefined {
  if (typeof data !== "object" || data === null || !("type" in data)) return undefined;
  const { type, duration, place, problem } = data as Record<string, unknown>;
  const fits =
    type === "ready" ||
    type === "play" ||
    type === "ended" ||
    (type === "duration" && isTime(duration)) ||
    (type === "progress" && isTime(place)) ||
    (type === "error" && PROBLEMS.includes(problem));
  return fits ? (data as News) : undefined;
}
