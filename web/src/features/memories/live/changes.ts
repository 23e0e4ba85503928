/** What the stream tells, and what it makes of the list. Pure. */

import type { ServerEvent } from "@/lib/event-reader";
import type { Memory } from "../model";

type Step = NonNullable<Memory["step"]>;

export type Change =
  | { kind: "memory"; memory: Memory }
  | { kind: "deleted"; id: string }
  | { kind: "step"; id: string; step: Step };

/** What an event says; nothing when it is of a sort that is not known here, or broken. */
export function changeOf({ name, data }: ServerEvent): Change | undefined {
  const body = parsed(data);
  const id = body?._id;
  if (!id) return undefined;
  if (name === "memory") return { kind: "memory", memory: body as Memory };
  if (name === "deleted") return { kind: "deleted", id };
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

/** The list after a change, newest first as before; the same one when it says nothing new. */
export function changed(memories: readonly Memory[], change: Change): readonly Memory[] {
  switch (change.kind) {
    case "memory":
      return withMemory(memories, change.memory);
    case "deleted":
      return memories.some(({ _id }) => _id === change.id) ? memories.filter(({ _id }) => _id !== change.id) : memories;
    case "step":
      return withStep(memories, change.id, change.step);
  }
}

/** Ids sort by the time of saving. */
function withMemory(memories: readonly Memory[], memory: Memory): readonly Memory[] {
  const at = memories.findIndex(({ _id }) => _id === memory._id);
  if (at >= 0) return memories.with(at, memory);
  const older = memories.findIndex(({ _id }) => _id < memory._id);
  return memories.toSpliced(older < 0 ? memories.length : older, 0, memory);
}

function withStep(memories: readonly Memory[], id: string, step: Step): readonly Memory[] {
  const at = memories.findIndex(({ _id, status }) => _id === id && status === "pending");
  const memory = memories[at];
  if (!memory || memory.step === step) return memories;
  return memories.with(at, { ...memory, step });
}
