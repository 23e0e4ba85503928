import { type RefObject, useEffect } from "react";

/** The distance from the viewport, above or below, that counts as near. */
const MARGIN = "300px";

/** Calls onNear when the element comes near the viewport, while `wait` is set. */
export function useNear(ref: RefObject<Element | null>, wait: boolean, onNear: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once, with the callback from when the wait began.
  useEffect(() => {
    if (!wait || !ref.current) return;
    const tell: IntersectionObserverCallback = (entries) => entries.some((entry) => entry.isIntersecting) && onNear();
    const observer = new IntersectionObserver(tell, { rootMargin: MARGIN });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, wait]);
}
