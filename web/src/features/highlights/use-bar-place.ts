import { type RefObject, useLayoutEffect } from "react";
import type { Span } from "./places";
import { rangeOf } from "./selection";

/** Between the bar and the words, in pixels. */
const GAP = 8;

type Props = {
  bar: RefObject<HTMLElement | null>;
  root: HTMLElement;
  span: Span | undefined;
};

/**
 * Holds the bar over the words, under them where there is no room over them, at the right edge of the text. The style sheet
 * docks it to the bottom of screens that are small or touched.
 */
export function useBarPlace({ bar, root, span }: Props): void {
  const key = span && JSON.stringify([span.start, span.end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stretch that is the same is not another.
  useLayoutEffect(() => {
    if (!span) return;
    let frame = 0;
    const measure = () => {
      const [element, words] = [bar.current, rangeOf(root, span)?.getBoundingClientRect()];
      if (!element || !words) return;
      const box = boxOf(root);
      const above = words.top - GAP - element.offsetHeight;
      const below = words.bottom + GAP;
      const room = above >= box.top + GAP ? above : below + element.offsetHeight < box.bottom ? below : box.top + GAP;
      const right = document.documentElement.clientWidth - root.getBoundingClientRect().right;
      element.style.setProperty("--bar-top", `${Math.round(room)}px`);
      element.style.setProperty("--bar-right", `${Math.round(Math.max(GAP, right))}px`);
      element.toggleAttribute("data-away", words.bottom < box.top || words.top > box.bottom);
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measure();
    const observer = new ResizeObserver(soon);
    observer.observe(root);
    if (bar.current) observer.observe(bar.current);
    document.addEventListener("scroll", soon, { capture: true, passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener("scroll", soon, { capture: true });
      window.removeEventListener("resize", soon);
    };
  }, [root, key, bar]);
}

/** What of the window shows the text: below the header. */
function boxOf(root: HTMLElement): { top: number; bottom: number } {
  return (root.closest(".reader") ?? document.documentElement).getBoundingClientRect();
}
