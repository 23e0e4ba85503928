import type { ReactNode } from "react";
import type { Memory } from "@/memory/kinds";
import type { CitationTarget } from "./hero";
import type { Citation } from "./model";

/** The render props and callbacks of an answer, which the app fills from other features. */
export type AnswerSlots = {
  /** Draws the related memory. */
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, citation: CitationTarget) => void;
  /** Saves a note and shows the outcome. Resolves to whether it was saved. */
  onSave: (note: string) => Promise<boolean>;
  /** Marks the words of a citation in their memory, and shows the outcome. Resolves to whether they were. */
  onKeep: (citation: Citation) => Promise<boolean>;
};
