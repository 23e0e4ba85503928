import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** The title of a page, which has the focus when somebody came by a link of the app: what led here is gone. */
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
