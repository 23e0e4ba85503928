import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";

const load = () => import("./settings-dialog");
const SettingsDialog = lazy(load);

/** Settings and the way to open them. Their code arrives with the first opening; a toast says when it does not. */
export function useSettings(): { open: () => void; dialog: ReactNode } {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const open = useCallback(() => {
    void openLate(
      () => Promise.all([load(), preloadDialog()]),
      () => setState("open"),
      "Settings did not open. Please try again.",
    );
  }, []);
  const dialog =
    state === "never" ? null : (
      <Suspense fallback={null}>
        <SettingsDialog open={state === "open"} onClose={() => setState("closed")} />
      </Suspense>
    );
  return { open, dialog };
}
