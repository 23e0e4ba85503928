import { type ComponentType, lazy, Suspense } from "react";
import { Skeleton } from "@/ui/skeleton";
import type { FoundProps } from "./found-card";

// The shelf asks for the same code.
const Card = lazy<ComponentType<FoundProps>>(() =>
  import("./found-card").catch((error) => {
    console.error("loading the card failed", error);
    return { default: () => null };
  }),
);

/** The card of a memory that a search found. */
export function FoundCard(props: FoundProps) {
  return (
    <Suspense fallback={<Skeleton className="rounded-card h-80" />}>
      <Card {...props} />
    </Suspense>
  );
}
