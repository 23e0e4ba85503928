import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { safeLink } from "@/lib/safe-link";
import { singleKeysOn } from "@/lib/single-keys";
import type { Memory } from "@/memory/kinds";
import { canFetchAgain, canRetry } from "@/memory/memory";
import { useCardParts } from "./cards/parts";
import type { FocusTarget } from "./cell";
import { cardAction, isTaken } from "./keys";
import type { Box } from "./masonry";
import { neighbourOf } from "./neighbour";

type Wiring = {
  memories: readonly Memory[];
  boxes: readonly Box[];
  onFocusTarget: (focusTarget: FocusTarget) => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** What the keys do while a card, or something in it, has the focus. */
export function useCardKeys({ memories, boxes, onFocusTarget, onDelete, onRefresh }: Wiring) {
  const navigate = useNavigate();
  const { pathOf } = useCardParts();
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || event.nativeEvent.isComposing) return;
    if (!(target instanceof Element) || isTaken(target, key)) return;
    const action = cardAction(key, singleKeysOn());
    const at = Number(target.closest<HTMLElement>("[data-index]")?.dataset.index);
    // The first cell is the tile.
    const memory = memories[at - 1];
    if (!action || Number.isNaN(at)) return;
    if (typeof action === "object") {
      const to = neighbourOf(boxes, at, action.move);
      const id = to === undefined ? undefined : boxes[to]?.id;
      if (id !== undefined) onFocusTarget({ id, part: "card" });
    } else if (!memory) return;
    else if (action === "open") void navigate(pathOf(memory._id));
    else if (event.repeat) return;
    else if (action === "delete") onDelete(memory._id);
    else if (action === "original") openOriginal(memory);
    else if (canFetchAgain(memory) || canRetry(memory)) onRefresh(memory);
    event.preventDefault();
  };
}

function openOriginal({ link }: Memory): void {
  const address = safeLink(link);
  if (address) window.open(address, "_blank", "noopener,noreferrer");
}
