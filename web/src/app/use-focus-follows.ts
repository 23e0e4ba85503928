import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Puts the focus where a link within the public pages leads, as the browser does when it loads a page. */
export function useFocusFollows(): void {
  const location = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    const target = document.getElementById(location.hash.slice(1) || "main");
    if (!target) return;
    target.tabIndex = -1;
    // The router scrolls.
    target.focus({ preventScroll: true });
  }, [location]);
}
