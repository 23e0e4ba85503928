import { useEffect } from "react";

const KEY = "visited";

/** How far somebody scrolls before they are taken to be on their way down, in pixels. */
const BEGUN = 24;

/** Makes the top of the dashboard compact, for good: its looks are in styles/home.css. */
export function compact(): void {
  document.documentElement.toggleAttribute("data-compact", true);
}

/**
 * The top of the dashboard has room for a welcome at the first visit, until somebody scrolls or goes on to another page.
 * What it is at the next is for public/early.js to say before anything is painted.
 */
export function useWelcome(): void {
  useEffect(() => {
    try {
      localStorage.setItem(KEY, "true");
    } catch {
      // Who forbids us to keep anything is welcomed each time.
    }
    const follow = () => void (window.scrollY > BEGUN && compact());
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.removeEventListener("scroll", follow);
      compact();
    };
  }, []);
}
