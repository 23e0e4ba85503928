import type { ReactNode } from "react";
import type { components } from "@/api/schema";
import type { Cited } from "./model";

export type Memory = components["schemas"]["Memory"];

export type ReaderProps = {
  id: string;
  /** The memory as the list has it, while or where it does. */
  listed: Memory | undefined;
  /** What an answer took from it; nothing when no answer led here. */
  cited: Cited | undefined;
  onClose: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
  /** Draws the recording or the tweet that the memory leads to; nothing for other kinds. `startAt` in seconds. */
  renderMedia: (memory: Memory, startAt: number) => ReactNode;
};

/** A memory opened: all that was captured of it. */
export function Reader({ id }: ReaderProps) {
  return <p>{id}</p>;
}
