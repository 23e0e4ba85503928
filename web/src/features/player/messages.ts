import type { Problem } from "./problem";

/** The messages of our own players, from this page or from their iframe. Times are in seconds. */
export type PlayerMessage =
  /** The player is visible and usable. */
  | { type: "ready" }
  /** Sent once, when the duration is known. */
  | { type: "duration"; duration: number }
  | { type: "play" }
  /** Sent every second while it plays. */
  | { type: "progress"; place: number }
  | { type: "ended" }
  | { type: "error"; problem: Problem };

export type OnMessage = (message: PlayerMessage) => void;

const PROBLEMS: readonly unknown[] = ["unreachable", "unplayable", "code"] satisfies Problem[];

const isTime = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;

/** Returns the message if it is valid. The player's page handles untrusted files, so its messages are checked. */
export function parseMessage(data: unknown): PlayerMessage | undefined {
  if (typeof data !== "object" || data === null || !("type" in data)) return undefined;
  const { type, duration, place, problem } = data as Record<string, unknown>;
  const fits =
    type === "ready" ||
    type === "play" ||
    type === "ended" ||
    (type === "duration" && isTime(duration)) ||
    (type === "progress" && isTime(place)) ||
    (type === "error" && PROBLEMS.includes(problem));
  return fits ? (data as PlayerMessage) : undefined;
}
