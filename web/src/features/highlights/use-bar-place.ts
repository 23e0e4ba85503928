import { type RefObject, useLayoutEffect } from "react";
import { pageRangeOf } from "@/document/on-page";
import type { TextRange } from "@/document/range";
import { scrollerOf } from "@/document/scroll";

/** Between the bar and the words, in pixels. */
const GAP = 8;

type Props = {
  bar: RefObject<HTMLElement | null>;
  root: HTMLElement;
  /** Undefined for what is selected as it is. */
  span: TextRange | undefined;
  shown: boolean;
  /** It ends where the words do; else at the right edge of the text. */
  close: boolean;
};

/**
 * Holds the bar over the words, under them where there is no room over them, at the right edge of the text. The style sheet
 * docks it to the bottom of screens that are small or touched.
 */
export function useBarPlace({ bar, root, span, shown, close }: Props): void {
  const key = span && JSON.stringify([span.start, span.end]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stretch that is the same is not another.
  useLayoutEffect(() => {
    if (!shown) return;
    let frame = 0;
    const measure = () => {
      const [element, words] = [bar.current, wordsOf(root, span)?.getBoundingClientRect()];
      // What has no words any more stays where it is.
      if (!words) element?.removeAttribute("data-away");
      if (!element || !words) return;
      const box = scrollerOf(root).getBoundingClientRect();
      const above = words.top - GAP - element.offsetHeight;
      const below = words.bottom + GAP;
      const room = above >= box.top + GAP ? above : below + element.offsetHeight < box.bottom ? below : box.top + GAP;
      const edge = close
        ? Math.max(words.right, box.left + GAP + element.offsetWidth)
        : root.getBoundingClientRect().right;
      const right = document.documentElement.clientWidth - edge;
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
  }, [root, key, bar, shown, close]);
}

function wordsOf(root: HTMLElement, span: TextRange | undefined): Range | undefined {
  if (span) return pageRangeOf(root, span);
  const selection = document.getSelection();
  return selection?.rangeCount ? selection.getRangeAt(0) : undefined;
}
