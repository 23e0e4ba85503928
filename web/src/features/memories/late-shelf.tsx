import { lazy, Suspense, useRef } from "react";
import { useReturn } from "./api";
import { GridSkeleton } from "./grid-skeleton";
import type { ShelfProps } from "./shelf";
import { ShelfLost } from "./shelf-lost";
import { useArrival } from "./use-arrival";

const load = () => import("./shelf");

// Tabs and cards weigh more than the rest of the page. Their code comes while the memories are asked for.
export const shelf = load().then(
  ({ Shelf }) => ({ default: Shelf }),
  (error) => {
    console.error("loading the shelf failed", error);
    return { default: ShelfLost };
  },
);
const Loaded = lazy(() => shelf);

/** The memories of the page, in outline until the code of the shelf is there. */
export function LateShelf(props: Omit<ShelfProps, "section">) {
  const section = useRef<HTMLElement>(null);
  useArrival();
  useReturn();
  return (
    // The section is outside of the Suspense, so that it keeps the focus when the shelf replaces the fallback.
    <section ref={section} className="shelf" id="memories" aria-labelledby="memories-heading" tabIndex={-1}>
      <h2 className="vh" id="memories-heading">
        Your memories
      </h2>
      <Suspense
        fallback={
          <>
            <div className="shelf-head">
              <div className="tabs-bar">
                <div className="tabs tab" />
              </div>
              <div className="filters-room" />
            </div>
            <GridSkeleton />
          </>
        }
      >
        <Loaded {...props} section={section} />
      </Suspense>
    </section>
  );
}
