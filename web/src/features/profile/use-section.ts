import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Events by which the user scrolls. */
const SCROLLING = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Returns the current section: the chosen one until the user scrolls, then the one in view. */
export function useSection(hashes: readonly string[]): { hash: string; choose: (hash: string) => void } {
  const { hash } = useLocation();
  const [read, setRead] = useState(hashes.includes(hash) ? hash : (hashes[0] ?? ""));
  const chosen = useRef(hash !== "");
  useEffect(() => {
    const free = () => {
      chosen.current = false;
    };
    const follow = () => {
      if (chosen.current) return;
      // The line moves down the viewport as the page scrolls, so that the last sections become current too.
      const { scrollHeight, clientHeight } = document.documentElement;
      const line = 80 + (window.scrollY / Math.max(scrollHeight - clientHeight, 1)) * (clientHeight - 80);
      const top = (hash: string) => document.querySelector(hash)?.getBoundingClientRect().top ?? Infinity;
      setRead((before) => hashes.findLast((hash) => top(hash) <= line) ?? hashes[0] ?? before);
    };
    for (const name of SCROLLING) window.addEventListener(name, free, { passive: true });
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      for (const name of SCROLLING) window.removeEventListener(name, free);
      window.removeEventListener("scroll", follow);
    };
  }, [hashes]);
  const choose = (hash: string) => {
    chosen.current = true;
    setRead(hash);
  };
  return { hash: read, choose };
}
