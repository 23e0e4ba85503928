import { type RefObject, useEffect } from "react";

/** How far below or above the window something counts as near. */
const MARGIN = "300px";

/** Calls back once when the element comes near the window, while that is waited for. */
export function useNear(ref: RefObject<Element | null>, wait: boolean, onNear: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once, with what it was when the wait began.
  useEffect(() => {
    if (!wait || !ref.current) return;
    const tell: IntersectionObserverCallback = (entries) => entries.some((entry) => entry.isIntersecting) && onNear();
    const observer = new IntersectionObserver(tell, { rootMargin: MARGIN });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, wait]);
}
