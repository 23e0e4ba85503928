import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { isCovered } from "@/lib/hotkeys";

type AsPage = {
  region: RefObject<HTMLElement | null>;
  /** Gets the focus when the region opens. */
  heading: RefObject<HTMLElement | null>;
  /** Gets the focus on closing, if the element that had it before is gone. */
  instead: () => HTMLElement | null;
  onClose: () => void;
};

/**
 * Makes a region a page over the page, under the same header: it moves the focus in and restores it, makes what is
 * behind inert without scrolling it, and closes on Escape.
 */
export function useAsPage({ region, heading, instead, onClose }: AsPage): void {
  const last = useEffectEvent(instead);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const opened = region.current;
    const behind = opened?.previousElementSibling;
    const release = holdStill();
    behind?.toggleAttribute("inert", true);
    // preventScroll, because usePlace scrolls to the quote.
    heading.current?.focus({ preventScroll: true });
    return () => {
      release();
      behind?.removeAttribute("inert");
      const { activeElement: now, body } = document;
      // A focus in the header stays there.
      if (now !== body && !opened?.contains(now)) return;
      const goal = last() ?? (behind?.contains(opener) ? (opener as HTMLElement) : null);
      goal?.focus({ preventScroll: true });
    };
  }, [region, heading]);
  useEscape(region, onClose);
}

/** Disables scrolling of the page, and keeps its header from shifting by the width of the scrollbar. */
function holdStill(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.setProperty("--scrollbar", `${window.innerWidth - clientWidth}px`);
  style.overflow = "hidden";
  return () => {
    style.removeProperty("--scrollbar");
    style.overflow = "";
  };
}

/** Closes on Escape, unless something on top of the region or the focused control handles it. */
function useEscape(region: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    let covered = false;
    const look = () => {
      covered = isCovered();
    };
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      if (key !== "Escape" || covered || defaultPrevented || !(target instanceof Element)) return;
      if (target === document.body || region.current?.contains(target) || target.closest("header")) close();
    };
    window.addEventListener("keydown", look, { capture: true });
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", look, { capture: true });
      window.removeEventListener("keydown", listen);
    };
  }, [region]);
}
