import type { ReactNode } from "react";

/** Something that can be done from anywhere on the dashboard. */
export type Action = {
  id: string;
  /** In the palette and in the list of keys. */
  label: string;
  /** In the palette; an action without one is found in the list of keys alone. */
  icon?: ReactNode;
  /** As `keyOf` in lib/hotkeys writes it: "a", "?", "mod+k", "shift+q"; empty: none. */
  keys: string;
  /** Under which it stands in the list of keys. */
  group: "Go" | "Do" | "Memories";
  run: () => void;
};
