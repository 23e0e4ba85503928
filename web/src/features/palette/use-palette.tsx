import type { ReactNode } from "react";
import type { Action } from "./model";

type Wiring = {
  actions: readonly Action[];
  /** Opens a memory. */
  onOpen: (id: string) => void;
  /** Asks the memories. */
  onAsk: (question: string) => void;
};

/** The palette and the list of keys, the ways to open them, and the keys themselves while the page is shown. */
export function usePalette(_: Wiring): { open: () => void; openKeys: () => void; overlays: ReactNode } {
  return { open: () => {}, openKeys: () => {}, overlays: null };
}
