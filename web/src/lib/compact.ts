import { useEffect } from "react";

const KEY = "visited";

/** The scroll distance from which the top becomes compact, in pixels. */
const BEGUN = 24;

/** Makes the top of the dashboard compact, for good: app/home.css styles it. */
export function compact(): void {
  document.documentElement.toggleAttribute("data-compact", true);
}

/**
 * Shows the large top of the dashboard on the first visit, until the user scrolls or leaves the page. On later visits
 * public/early.js makes it compact before the first paint.
 */
export function useWelcome(): void {
  useEffect(() => {
    try {
      localStorage.setItem(KEY, "true");
    } catch {
      // Without storage every visit counts as the first.
    }
    const follow = () => void (window.scrollY > BEGUN && compact());
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.removeEventListener("scroll", follow);
      compact();
    };
  }, []);
}
