import type { Memory } from "@/memory/kinds";

/** What the dashboard hands to the pages that open over it. */
export type HomeContext = {
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};
