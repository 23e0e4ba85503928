import type { ReactNode } from "react";
import type { Memory } from "@/memory/kinds";
import type { Led } from "./hero";

/** The slots of an answer, which other features fill. */
export type AnswerSlots = {
  /** Draws the related memory. */
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, led: Led) => void;
  /** Saves a note, and tells how that ended. Resolves to whether it is kept. */
  onSave: (note: string) => Promise<boolean>;
};
