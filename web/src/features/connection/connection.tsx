import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useLost, type Lost as What } from "@/api/reach";

// It arrives after the page, but long before it is needed: then there is nobody left to give it.
const loadLost = () => import("./lost").catch(() => ({ default: () => null }));
const Lost = lazy<ComponentType<{ what: What }>>(loadLost);

/** One calm line while the server can't be reached. It goes by itself, and each call that failed is tried by its caller. */
export function Connection() {
  const lost = useLost();
  useEffect(() => void loadLost(), []);
  return (
    // The attribute keeps it audible while a dialog hides the rest of the page.
    <div role="status" aria-live="polite" className="connection">
      <Suspense fallback={null}>{lost && <Lost what={lost} />}</Suspense>
    </div>
  );
}
