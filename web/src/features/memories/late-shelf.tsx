import { lazy, Suspense } from "react";
import { GridSkeleton } from "./grid-skeleton";
import type { ShelfProps } from "./shelf";
import { ShelfLost } from "./shelf-lost";

const load = () => import("./shelf");

// Tabs and cards weigh more than the rest of the page. Their code comes while the memories are asked for.
const shelf = load().then(
  ({ Shelf }) => ({ default: Shelf }),
  (error) => {
    console.error("loading the shelf failed", error);
    return { default: ShelfLost };
  },
);
const Loaded = lazy(() => shelf);

/** The shelf, and its outline until its code is there. */
export function LateShelf(props: ShelfProps) {
  return (
    <Suspense
      fallback={
        <section className="shelf" id="memories" aria-label="Your memories" tabIndex={-1}>
          <div className="tabs">
            <span className="tab" />
          </div>
          <GridSkeleton />
        </section>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
