import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { compact } from "@/lib/compact";
import { beginAnew, placeOf } from "./place";

beginAnew();

/**
 * A visit begins at the top of the page, or at what the address names. Whoever comes back goes on where they were, which
 * is found once the cards are there.
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
