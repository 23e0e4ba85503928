import type { RefObject } from "react";
import type { AskHandle } from "@/features/ask";
import type { ShelfHandle } from "@/features/memories";
import type { Action } from "@/features/palette";

type Wiring = {
  ask: RefObject<AskHandle | null>;
  shelf: RefObject<ShelfHandle | null>;
  onAdd: (kind?: "link" | "note" | "document") => void;
  onSettings: () => void;
  onUndo: () => void;
  /** Called when the token is gone. */
  onSignedOut: () => void;
};

const NONE: readonly Action[] = [];

/** Everything that can be done from anywhere on the dashboard. */
export function useActions(_: Wiring): readonly Action[] {
  return NONE;
}
