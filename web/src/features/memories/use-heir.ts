import { useEffect, useRef } from "react";
import type { Cell, FocusTarget } from "./cell";

type Args = {
  cells: readonly Cell[];
  indexes: ReadonlyMap<string, number>;
  /** The card that has the focus, as far as it was heard. */
  focused: string | undefined;
  /** One that is to have it by another's word. */
  focusTarget: FocusTarget | undefined;
  onFocusTarget: (focusTarget: FocusTarget) => void;
};

/** Passes the focus on when its card leaves the list, as one does that fits a filter no more. */
export function useHeir({ cells, indexes, focused, focusTarget, onFocusTarget }: Args): void {
  const order = useRef<readonly Cell[]>(cells);
  useEffect(() => {
    const before = order.current;
    if (before === cells) return;
    order.current = cells;
    // A button of it that was pressed may have had it.
    if (!focused || focusTarget || indexes.has(focused) || document.activeElement !== document.body) return;
    const at = before.findIndex(({ id }) => id === focused);
    if (at < 0) return;
    const stays = ({ id }: Cell) => indexes.has(id);
    const heir = before.slice(at + 1).find(stays) ?? before.slice(0, at).findLast(stays);
    if (heir) onFocusTarget({ id: heir.id, part: "card" });
  });
}
