import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Puts the focus where a link to a public page leads, as the browser does when it loads a page. */
export function useFocusFollows(): void {
  const location = useLocation();
  // A page that the browser opened has no focus to lose.
  const shown = useRef(location.key === "default" ? location : undefined);
  useEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    const target = document.getElementById(location.hash.slice(1) || "main");
    // The title of a page takes it for itself.
    if (!target || target.contains(document.activeElement)) return;
    target.tabIndex = -1;
    // The router scrolls.
    target.focus({ preventScroll: true });
  }, [location]);
}
