import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { beginOpening, endOpening } from "@/lib/opening";
import { preloadDialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";

const load = () => import("./settings-dialog");
const SettingsDialog = lazy(load);

/** Settings and the way to open them. Their code arrives with the first opening; a toast says when it does not. */
export function useSettings(): { open: () => void; dialog: ReactNode } {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const open = useCallback(() => {
    beginOpening();
    Promise.all([load(), preloadDialog()]).then(
      () => setState("open"),
      (error) => {
        endOpening();
        console.error("loading the settings failed", error);
        toast.error("Settings did not open. Please try again.");
      },
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
