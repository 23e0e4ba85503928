import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** The title of a page. It gets the focus after navigation within the app, because the link that was pressed is gone. */
export function PageTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const [arrived] = useState(key);
  useEffect(() => {
    // A page that the browser opened has no focus to lose.
    if (arrived !== "default") heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <h1 ref={heading} tabIndex={-1} className="focus:outline-0">
      {children}
    </h1>
  );
}
