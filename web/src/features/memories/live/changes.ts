/** Parses the events of the stream of changes. Pure. */

import type { ServerEvent } from "@/lib/event-reader";
import type { Memory } from "@/memory/kinds";

type Step = NonNullable<Memory["step"]>;

export type Change =
  | { kind: "memory"; memory: Memory }
  | { kind: "deleted"; id: string }
  | { kind: "step"; id: string; step: Step };

/** What an event tells: a change of the list, or that the highlights of a memory changed. */
export type News = Change | { kind: "highlights"; id: string };

/** What an event says; nothing when it is of a sort that is not known here, or broken. */
export function newsIn({ name, data }: ServerEvent): News | undefined {
  const body = parsed(data);
  const id = body?._id;
  if (!id) return undefined;
  if (name === "memory") return { kind: "memory", memory: body as Memory };
  if (name === "deleted" || name === "highlights") return { kind: name, id };
  // Nothing is happening to it any more: it waits for its turn, until the list says otherwise.
  if (name === "step") return { kind: "step", id, step: body.step || "waiting" };
  return undefined;
}

function parsed(data: string): Partial<Memory> | undefined {
  try {
    return JSON.parse(data) ?? undefined;
  } catch {
    return undefined;
  }
}
