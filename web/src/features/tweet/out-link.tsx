import type { ComponentProps } from "react";

/** A link to X or to a URL in a tweet, in a new tab. */
export function OutLink({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return <a {...rest} href={to} target="_blank" rel="noreferrer" />;
}
