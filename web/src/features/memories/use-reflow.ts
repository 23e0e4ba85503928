import { type RefObject, useCallback, useEffect, useRef } from "react";

/** How long the cards take to their new places, in milliseconds. */
const TIME = 260;

type Corner = { left: number; top: number };

/**
 * Moves the cards to their new places after one is taken away, unless motion is unwanted. They stand there at once, and
 * are only drawn on the way. `leave` notes where they are before; it runs with the next list.
 */
export function useReflow(list: RefObject<HTMLElement | null>, cells: readonly unknown[]): { leave: () => void } {
  const before = useRef(new Map<Element, Corner>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other places.
  useEffect(() => {
    for (const [cell, was] of before.current) {
      if (!cell.isConnected) continue;
      const is = cell.getBoundingClientRect();
      const [across, down] = [was.left - is.left, was.top - is.top];
      if (!across && !down) continue;
      cell.animate(
        { translate: [`${across}px ${down}px`, "0px 0px"] },
        { duration: TIME, easing: "cubic-bezier(0.2, 0, 0, 1)" },
      );
    }
    before.current.clear();
  }, [cells]);
  const leave = useCallback(() => {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const cell of list.current?.children ?? []) before.current.set(cell, cell.getBoundingClientRect());
  }, [list]);
  return { leave };
}
