import type { ComponentProps } from "react";

/** A link to X or to what a tweet links to, in a new tab. */
export function OutLink({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return <a {...rest} href={to} target="_blank" rel="noreferrer" />;
}
