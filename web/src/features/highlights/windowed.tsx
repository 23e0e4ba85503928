import { type ReactNode, useEffect, useRef, useState } from "react";

/** How far from the window it is drawn, in CSS. */
const NEAR = "1200px 0px";

type Props = {
  /** Whether it is drawn from the start. */
  first: boolean;
  /** A guess at its height in pixels, for as long as it was never drawn. */
  estimate: number;
  children: ReactNode;
};

/** Draws its content near the window alone, and elsewhere keeps its height. What has the focus stays. */
export function Windowed({ first, estimate, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(estimate);
  const [near, setNear] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1)?.isIntersecting ?? true;
        if (!seen && element.contains(document.activeElement)) return;
        if (!seen && element.offsetHeight > 0) setHeight(element.offsetHeight);
        setNear(seen);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} style={near ? undefined : { height }}>
      {near && children}
    </div>
  );
}
