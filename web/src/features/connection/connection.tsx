import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { type Outage, useOutage } from "@/api/outage";

// Loaded early, because it can't be loaded once the server is down.
const loadLost = () => import("./lost").catch(() => ({ default: () => null }));
const Lost = lazy<ComponentType<{ what: Outage }>>(loadLost);

/** One line while the server can't be reached, and lines of others. Failed calls are retried by their callers. */
export function Connection({ children }: { children?: ReactNode }) {
  const lost = useOutage();
  useEffect(() => void loadLost(), []);
  return (
    // The attribute keeps it audible while a dialog hides the rest of the page.
    <div role="status" aria-live="polite" className="connection">
      <Suspense fallback={null}>{lost && <Lost what={lost} />}</Suspense>
      {children}
    </div>
  );
}
