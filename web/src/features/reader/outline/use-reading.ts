import { type RefObject, useEffect, useMemo, useState } from "react";
import { scrollerOf } from "@/document/scroll";
import type { Block } from "@/document/tree";
import { lettersBefore, shareAt } from "../text/length";

export type Reading = {
  /** The leaf that is being read, and the first one in view. */
  leaf: number;
  first: number;
  /** How much of the text is read, from 0 to 1. */
  share: number;
};

/** Where the line that is being read stands below the upper edge, as a share of the height. */
const EYE = 0.2;

/** Follows the scrolling of a text whose leaves from one on are shown. */
export function useReading(
  text: RefObject<HTMLElement | null>,
  leaves: readonly Block[] | undefined,
  drawn: boolean,
  from = 0,
): Reading {
  const [reading, setReading] = useState<Reading>({ leaf: 0, first: 0, share: 0 });
  const letters = useMemo(() => lettersBefore(leaves ?? [], from), [leaves, from]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that is drawn to its end is another one to follow.
  useEffect(() => {
    const element = text.current;
    const scroller = element && scrollerOf(element);
    if (!element || !scroller) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const { top, height } = scroller.getBoundingClientRect();
      const first = leafBelow(element, top + 1) ?? leaves?.length ?? 0;
      const last = leafBelow(element, top + height) ?? leaves?.length ?? 0;
      const leaf = leafBelow(element, top + height * EYE) ?? first;
      const share = Math.round(shareAt(letters, first, last) * 100) / 100;
      setReading((before) =>
        before.leaf === leaf && before.first === first && before.share === share ? before : { leaf, first, share },
      );
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    scroller.addEventListener("scroll", soon, { passive: true });
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener("scroll", soon);
      observer.disconnect();
    };
  }, [text, leaves, letters, drawn]);
  return reading;
}

/** The first leaf of a text that is in view. */
export function leafInView(text: HTMLElement | null): number {
  const top = text && scrollerOf(text).getBoundingClientRect().top;
  return (text && leafBelow(text, (top ?? 0) + 1)) ?? 0;
}

/** The first leaf whose end stands below a height of the window; undefined below all. */
function leafBelow(text: HTMLElement, y: number): number | undefined {
  const sheets = text.getElementsByClassName("sheet");
  let [low, high] = [0, sheets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sheets[middle]?.getBoundingClientRect().bottom ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  for (let at = low; at < sheets.length; at++) {
    for (const piece of sheets[at]?.querySelectorAll<HTMLElement>("[data-leaf]") ?? []) {
      if (piece.getBoundingClientRect().bottom > y) return Number(piece.dataset.leaf);
    }
  }
  return undefined;
}
