import { useEffect, useState } from "react";

/** Whether an element has room on the page. */
export function useShown(element: HTMLElement): boolean {
  const [shown, setShown] = useState(element.offsetWidth > 0);
  useEffect(() => {
    const look = () => setShown(element.offsetWidth > 0);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return shown;
}
