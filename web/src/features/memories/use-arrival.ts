import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { compact } from "@/lib/compact";
import { beginAnew, placeOf } from "./place";

beginAnew();

/**
 * Scrolls a new visit to the top of the page, or to the target of its hash. On a return, usePlace restores the position
 * once the cards are loaded.
 */
export function useArrival(): void {
  const { key, hash } = useLocation();
  const opening = useRef({ key, hash });
  useLayoutEffect(() => {
    const { key, hash } = opening.current;
    history.scrollRestoration = "manual";
    if (placeOf(key)) return;
    const named = hash && document.getElementById(hash.slice(1));
    if (named) {
      compact();
      named.scrollIntoView({ behavior: "instant" });
    } else window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
}
