import { classNames } from "@/lib/class-names";

/** A quiet stand-in of the size its classes give it. Say what is loading elsewhere: this is decoration. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("skel block", className)} />;
}
