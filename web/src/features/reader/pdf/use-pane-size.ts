import { type RefObject, useLayoutEffect, useState } from "react";

type PaneSize = { width: number; height: number };

/** The size of an element's content that is visible, in pixels. Its scrollbars take none of it. */
export function usePaneSize(pane: RefObject<HTMLElement | null>): PaneSize {
  const [size, setSize] = useState<PaneSize>({ width: 800, height: 800 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      // A pane that is not shown has none.
      if (width > 0) setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return size;
}
