import { type RefObject, useEffect, useEffectEvent } from "react";
import { pageKeyOf } from "@/lib/hotkeys";
import { type FocusTarget, NEW_TILE } from "./cell";
import { cardAction, isTaken } from "./keys";
import type { Box } from "./masonry";
import { neighbourOf } from "./neighbour";
import { COVERED } from "./use-anchor";

type Wiring = {
  boxes: readonly Box[];
  /** The card that had the focus last. */
  last: RefObject<string | undefined>;
  onFocusTarget: (focusTarget: FocusTarget) => void;
};

/** j, k and the arrows lead to the cards from anywhere on the page: on from the one that had the focus, else to the first in view. */
export function useWayIn({ boxes, last, onFocusTarget }: Wiring): void {
  const lead = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const action = cardAction(key, true);
    if (typeof action !== "object" || action.move === "first" || action.move === "last") return;
    // With another key it is none of these: Ctrl and k open the palette.
    if (pageKeyOf(event) !== key.toLowerCase()) return;
    // Among the cards they have done their work, and what is opened over the page has keys of its own.
    if (target instanceof Element && (target.closest(".cards") || isTaken(target, key))) return;
    if (document.querySelector("[role=dialog]")) return;
    const from = boxes.findIndex((box) => box.id === last.current && isInView(box));
    const to = from < 0 ? firstInView(boxes) : (neighbourOf(boxes, from, action.move) ?? from);
    const id = boxes[to]?.id;
    if (id === undefined) return;
    event.preventDefault();
    onFocusTarget({ id, part: "card" });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => lead(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

function isInView({ start, end }: Box): boolean {
  return end > window.scrollY + COVERED && start < window.scrollY + window.innerHeight;
}

/** The first that begins in the window, of which the tabs may cover some. The tile is none. */
function firstInView(boxes: readonly Box[]): number {
  return boxes.findIndex(({ id, start }) => id !== NEW_TILE.id && start >= window.scrollY);
}
