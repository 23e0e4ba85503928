import type { components } from "@/api/schema";

type Memory = components["schemas"]["Memory"];

/** What the dashboard hands to the pages that open over it. */
export type HomeContext = {
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};
