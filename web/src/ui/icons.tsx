import type { SVGProps } from "react";

// Size and stroke come from the classes `i`, `i-s`, `i-l`. All other icons are lucide's: <Plus className="i" />.

/** The frame of a mark of our own. */
export function Mark({ children, ...rest }: SVGProps<SVGSVGElement>) {
  return (
    <svg
      className="i"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {children}
    </svg>
  );
}

/** Engram's own mark. */
export function BrainMark(props: SVGProps<SVGSVGElement>) {
  return (
    <Mark {...props}>
      <path d="M12 18V5M15 13a4.17 4.17 0 01-3-4 4.17 4.17 0 01-3 4M17.707 6.294A3 3 0 1012 5a3 3 0 10-5.707 1.294M17.996 5.125a4 4 0 012.526 5.77M18 18a4 4 0 002-7.465M19.967 17.482a4 4 0 11-7.967.517 4 4 0 11-7.967-.517M6 18a4 4 0 01-2-7.465M6.004 5.125a4 4 0 00-2.526 5.77" />
    </Mark>
  );
}
