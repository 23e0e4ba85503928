import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { safeLink } from "@/lib/safe-link";
import { singleKeysOn } from "@/lib/single-keys";
import type { Memory } from "@/memory/kinds";
import { canFetchAgain, canRetry, isUnread, titleOf } from "@/memory/memory";
import { askForTags } from "@/memory/tags/asked";
import { markUnread, star } from "./acts";
import { useCardParts } from "./cards/parts";
import type { FocusTarget } from "./cell";
import { type CardAction, cardAction, isTaken } from "./keys";
import type { Box } from "./masonry";
import { neighbourOf } from "./neighbour";
import type { Selecting } from "./selection/use-selection";

type Acting = {
  selecting: Selecting;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
  onArchive: (memory: Memory) => void;
  /** Called with what happened, to be read out. */
  onSay: (words: string) => void;
};

export type Act = (action: Exclude<CardAction, object>, memory: Memory) => void;

type Wiring = {
  /** The memory of the cell with this index, if it has one. */
  memoryAt: (index: number) => Memory | undefined;
  boxes: readonly Box[];
  selecting: Selecting;
  onFocusTarget: (focusTarget: FocusTarget) => void;
  act: Act;
};

/** What the keys do while a card, or something in it, has the focus. */
export function useCardKeys({ memoryAt, boxes, selecting, onFocusTarget, act }: Wiring) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || event.nativeEvent.isComposing) return;
    if (!(target instanceof Element) || isTaken(target, key)) return;
    const action = cardAction(key, singleKeysOn());
    const at = Number(target.closest<HTMLElement>("[data-index]")?.dataset.index);
    const memory = memoryAt(at);
    if (!action || Number.isNaN(at)) return;
    const moves = typeof action === "object";
    // With shift the arrows select; a character that needs it is itself.
    if (shiftKey && !moves && action !== "tag") return;
    if (moves) {
      const to = neighbourOf(boxes, at, action.move);
      const id = to === undefined ? undefined : boxes[to]?.id;
      if (id !== undefined) onFocusTarget({ id, part: "card" });
      const reached = to === undefined ? undefined : memoryAt(to);
      if (shiftKey) selecting.join([memory, reached].flatMap((one) => one?._id ?? []));
    } else if (!memory || (event.repeat && action !== "open")) return;
    else act(action, memory);
    event.preventDefault();
  };
}

/** What can be done with a card, by a key or in its sheet. */
export function useActing({ selecting, onDelete, onRefresh, onArchive, onSay }: Acting): Act {
  const navigate = useNavigate();
  const { pathOf } = useCardParts();
  return (action, memory) => {
    const say = (words: string) => onSay(`${words}: ${titleOf(memory)}`);
    switch (action) {
      case "open":
        return void navigate(pathOf(memory._id));
      case "delete":
        return onDelete(memory._id);
      case "original":
        return openOriginal(memory);
      case "refresh":
        return canFetchAgain(memory) || canRetry(memory) ? onRefresh(memory) : undefined;
      case "star":
        return say(star(memory));
      case "archive":
        return onArchive(memory);
      case "unread":
        return memory.type === "note" ? undefined : say(markUnread(memory, !isUnread(memory)));
      case "tag":
        return askForTags(memory);
      case "select":
        say(selecting.has(memory._id) ? "Not selected any more" : "Selected");
        return selecting.toggle(memory._id);
    }
  };
}

function openOriginal({ link }: Memory): void {
  const address = safeLink(link);
  if (address) window.open(address, "_blank", "noopener,noreferrer");
}
