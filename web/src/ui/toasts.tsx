import { type ComponentType, lazy, Suspense } from "react";
import { loadToaster } from "./toast";

type Props = { theme: "dark" | "light" };

// A page without its toasts is better than none.
const Toaster = lazy<ComponentType<Props>>(() => loadToaster().catch(() => ({ default: () => null })));

/** Every toast shows here. It stands on the page once, and arrives after it. */
export function Toasts({ theme }: Props) {
  return (
    <Suspense fallback={null}>
      <Toaster theme={theme} />
    </Suspense>
  );
}
