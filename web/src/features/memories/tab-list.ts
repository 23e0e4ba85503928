/** The tabs of the shelf, in their order. */

import { ALL_KINDS, KINDS } from "@/memory/kinds";
import type { TabId } from "./model";

/** "Web Pages". */
const capitalised = (words: string) => words.replace(/ ./g, (letter) => letter.toUpperCase());

export const TABS: readonly { id: TabId; label: string }[] = [
  { id: "all", label: "All Memories" },
  ...ALL_KINDS.map((id) => ({ id, label: capitalised(KINDS[id].plural) })),
  { id: "spaces", label: "Spaces" },
];
