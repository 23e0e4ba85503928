import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { isCovered } from "@/lib/hotkeys";

type AsPage = {
  region: RefObject<HTMLElement | null>;
  /** What has the focus first. */
  heading: RefObject<HTMLElement | null>;
  /** What has it at the end, in place of what led here, which is gone. */
  instead: () => HTMLElement | null;
  onClose: () => void;
};

/**
 * Makes a region a page over the page, under the same header: it takes the focus and gives it back, what stands before it
 * is out of reach and keeps its place, and Escape closes it.
 */
export function useAsPage({ region, heading, instead, onClose }: AsPage): void {
  const last = useEffectEvent(instead);
  useLayoutEffect(() => {
    const led = document.activeElement;
    const opened = region.current;
    const behind = opened?.previousElementSibling;
    const release = holdStill();
    behind?.toggleAttribute("inert", true);
    // By itself the focus would scroll back from the place that one is led to.
    heading.current?.focus({ preventScroll: true });
    return () => {
      release();
      behind?.removeAttribute("inert");
      const { activeElement: now, body } = document;
      // A focus that is in the header already stays there.
      if (now !== body && !opened?.contains(now)) return;
      const goal = last() ?? (behind?.contains(led) ? (led as HTMLElement) : null);
      goal?.focus({ preventScroll: true });
    };
  }, [region, heading]);
  useEscape(region, onClose);
}

/** Takes the page its scrolling, and leaves its header as wide as it was. */
function holdStill(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.setProperty("--scrollbar", `${window.innerWidth - clientWidth}px`);
  style.overflow = "hidden";
  return () => {
    style.removeProperty("--scrollbar");
    style.overflow = "";
  };
}

/** Escape closes what lies on top, and that alone: what is opened over the region, or has the key for itself, goes first. */
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
