import type { ReactNode } from "react";
import type { Memory } from "@/memory/kinds";
import type { Led } from "./hero";

/** What an answer needs of other features. */
export type Lent = {
  /** Draws the related memory. */
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, led: Led) => void;
  /** Saves a note, and tells how that ended. Resolves to whether it is kept. */
  onSave: (note: string) => Promise<boolean>;
};
