import { type RefObject, useEffect, useState } from "react";
import { followJumps, scrollerOf } from "@/document/scroll";

/** Whether the last scroll of an element was a jump, to look at something, and no hand has scrolled since. */
export function useJumped(element: RefObject<Element | null>, ...parts: readonly unknown[]): boolean {
  const [jumped, setJumped] = useState(false);
  // The element is there once these parts of the page are.
  useEffect(() => {
    const { current } = element;
    if (current) return followJumps(scrollerOf(current), setJumped);
  }, [element, ...parts]);
  return jumped;
}
