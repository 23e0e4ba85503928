import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Position } from "@/document/range";
import { scrollerOf } from "@/document/scroll";
import { sentenceAt } from "@/document/sentences";
import { isCovered, pageKeyOf } from "@/lib/hotkeys";
import { lastColor } from "./color";
import type { Marking } from "./use-marking";

/** Marks what is selected; with nothing selected it begins to choose a sentence. */
const MARK_KEY = "l";

type Props = {
  text: HTMLElement;
  pages: HTMLElement | undefined;
  bar: RefObject<HTMLElement | null>;
  marking: Marking;
};

/**
 * The keys of the bar, wherever the focus is in the memory: L marks, Tab leads into the bar, Escape closes it. Returns what
 * begins to choose by sentences, and what notes where the focus is to go back to.
 */
export function useMarkingKeys({ text, pages, bar, marking }: Props): { begin: () => void; remember: () => void } {
  /** What had the focus before the bar. */
  const before = useRef<Element | null>(null);
  const open = marking.span !== undefined || marking.unplaced;
  const inBar = () => bar.current?.contains(document.activeElement) ?? false;

  const remember = () => {
    if (!inBar()) before.current = document.activeElement;
  };
  const begin = () => {
    const root = pages && (pages.contains(document.activeElement) || text.offsetWidth === 0) ? pages : text;
    const at = firstVisible(root);
    const sentence = at && sentenceAt(at, marking.texts);
    if (!sentence) return;
    remember();
    marking.choose({ sentence, root });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, shiftKey } = event;
    const writes = target instanceof Element && target.closest("textarea, input") !== null;
    if (open && key === "Escape" && !writes && !isCovered()) {
      event.preventDefault();
      marking.clear();
    } else if (open && key === "Tab" && !shiftKey && !writes && !inBar() && !isCovered()) {
      event.preventDefault();
      remember();
      bar.current?.querySelector<HTMLElement>("button, textarea")?.focus();
    } else if (pageKeyOf(event) === MARK_KEY) {
      event.preventDefault();
      if (!open) begin();
      else if (marking.span) marking.turn(lastColor());
    }
  });
  useEffect(() => {
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, []);

  // What did its work in the bar is gone with it, and the focus as well. Words that are selected are gone on with.
  const wasOpen = useRef(false);
  useEffect(() => {
    const selects = document.getSelection()?.isCollapsed === false;
    if (wasOpen.current && !open && !selects && document.activeElement === document.body) {
      const { current: goal } = before;
      const there = goal instanceof HTMLElement && goal.isConnected && goal !== document.body;
      (there ? goal : text.closest(".reader")?.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
    }
    wasOpen.current = open;
  }, [open, text]);
  return { begin, remember };
}

/** The place of the first words in view. */
function firstVisible(root: HTMLElement): Position | undefined {
  const { top } = scrollerOf(root).getBoundingClientRect();
  const pieces = [...root.querySelectorAll<HTMLElement>("[data-leaf]")].filter((piece) => piece.textContent);
  const piece = pieces.find((piece) => piece.getBoundingClientRect().bottom > top + 8) ?? pieces.at(-1);
  return piece && { leaf: Number(piece.dataset.leaf), offset: Number(piece.dataset.from ?? 0) };
}
