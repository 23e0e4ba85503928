import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from "react";
import { type Column, pageAt, pagesIn } from "./pages";

export type Near = {
  /** The indexes of the pages to draw. */
  first: number;
  last: number;
  /** The index of the page that is read. */
  current: number;
};

/** How far beyond the window pages are drawn, in heights of it. */
const BEYOND = 0.75;

/** Where in the window the page begins that counts as read. */
const READ = 0.4;

/** Follows which pages of a column are near what is visible of a scrolling element. */
export function usePagesNear(scroller: RefObject<HTMLElement | null>, column: Column): Near {
  const [near, setNear] = useState<Near>({ first: 0, last: 0, current: 0 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
    const [first, last] = pagesIn(column, scrollTop - BEYOND * clientHeight, scrollTop + (1 + BEYOND) * clientHeight);
    const current = pageAt(column, scrollTop + READ * clientHeight);
    setNear((was) =>
      was.first === first && was.last === last && was.current === current ? was : { first, last, current },
    );
  }, [scroller, column]);
  useEffect(look, [look]);
  const onScroll = useEffectEvent(look);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const listen = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => onScroll());
    };
    element.addEventListener("scroll", listen, { passive: true });
    const observer = new ResizeObserver(listen);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", listen);
      observer.disconnect();
    };
  }, [scroller]);
  return near;
}
