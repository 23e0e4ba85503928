import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { Spot } from "./cell";
import { boxesNear, type Layout } from "./masonry";

/** What the header covers with the tabs and filters that stick under it, in pixels. */
export const COVERED = 64 + 48 + 52;

/**
 * Keeps a card in view where it is in the window, whatever comes, goes or is measured above it: the one that has the
 * focus, else the first. And leads to it at the beginning, when the reader was there before.
 */
export function useAnchor(
  layout: Layout,
  indexes: ReadonlyMap<string, number>,
  top: number,
  spot: RefObject<Spot>,
): void {
  /** Where the anchor stood in the layout, in pixels: to ask for the scroll place would cost a layout each time. */
  const stood = useRef<number>(undefined);
  const lanes = useRef(layout.lanes.length);
  const note = useEffectEvent(() => {
    const y = window.scrollY;
    const inView = boxesNear(layout, { from: y + COVERED, to: y + innerHeight }, 0);
    const focused = document.activeElement?.closest<HTMLElement>("[data-memory]")?.dataset.memory;
    const held = inView.find(({ id }) => id === focused) ?? inView[0];
    const above = top > y + COVERED;
    stood.current = held?.start;
    spot.current = { y, ...(held && !above && { anchor: { id: held.id, offset: held.start - y } }) };
  });
  useEffect(() => {
    const listen = () => note();
    window.addEventListener("scroll", listen, { passive: true });
    return () => window.removeEventListener("scroll", listen);
  }, []);

  useLayoutEffect(() => {
    const { anchor, y } = spot.current;
    const anew = lanes.current !== layout.lanes.length;
    lanes.current = layout.lanes.length;
    const at = anchor && (indexes.get(anchor.id) ?? olderThan(anchor.id, indexes));
    const item = at === undefined ? undefined : layout.boxes[at];
    if (!anchor || !item || item.start === stood.current) return;
    // The user has scrolled meanwhile, which takes precedence; at another width it was the browser, on a shorter page.
    if (!anew && y !== undefined && Math.abs(y - window.scrollY) >= 1) return;
    stood.current = item.start;
    const goal = item.start - anchor.offset;
    if (Math.abs(goal - window.scrollY) >= 1) window.scrollTo({ top: goal, behavior: "instant" });
    spot.current = { anchor, y: window.scrollY };
  });
}

/** The first card older than one that is gone. */
function olderThan(id: string, indexes: ReadonlyMap<string, number>): number | undefined {
  for (const [other, index] of indexes) if (other < id) return index;
  return undefined;
}
