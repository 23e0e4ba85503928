import type { Memory } from "@/memory/kinds";

/** The outlet context that the dashboard gives to the pages that open over it. */
export type HomeContext = {
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};
