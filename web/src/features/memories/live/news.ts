/** The announcements for screen readers. Pure. */

import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";

/** More at a time than this are counted, not named. */
const NAMED = 3;

/** What became of the memories that were on their way, in words to be read out; "" when nothing did. */
export function newsOf(before: readonly Memory[], now: readonly Memory[]): string {
  const waiting = new Set(before.filter(({ status }) => status === "pending").map(({ _id }) => _id));
  const done = now.filter(({ _id, status }) => waiting.has(_id) && status !== "pending");
  if (done.length <= NAMED) return done.map(sentence).join(" ");
  const failed = done.filter(({ status }) => status === "failed").length;
  return `${done.length - failed} memories are saved${failed > 0 ? `, ${failed} could not be read` : ""}.`;
}

function sentence(memory: Memory): string {
  const name = titleOf(memory);
  if (memory.status === "failed") return `Could not be read: ${name}.`;
  return memory.error ? `${name}: ${memory.error}` : `Saved: ${name}.`;
}
