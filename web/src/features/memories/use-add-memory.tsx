import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { toast } from "sonner";
import { preloadDialog } from "@/ui/dialog";
import type { AddKind } from "./add/kinds";
import { canAddMemory } from "./api";

const loadPanel = () => import("./add/add-panel");
const AddPanel = lazy(loadPanel);

/**
 * The Add Memory panel and the way to open it. It opens when the allowance check passes, or when the check itself
 * fails; otherwise a toast says why it does not.
 */
export function useAddMemory(premium: boolean): { open: (kind?: AddKind) => void; panel: ReactNode } {
  const [openings, setOpenings] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<AddKind>("link");

  const open = useCallback((wanted: AddKind = "link") => {
    // Panel and dialog arrive while the server is asked.
    preloadDialog();
    Promise.all([canAddMemory(), loadPanel()]).then(
      ([can]) => {
        if (!can) {
          toast.error("Max memory count reached");
          return;
        }
        setKind(wanted);
        setOpen(true);
        setOpenings((count) => count + 1);
      },
      (error) => {
        console.error("loading the panel failed", error);
        toast.error("Add Memory did not open. Please try again.");
      },
    );
  }, []);

  const close = useCallback(() => setOpen(false), []);

  // Once opened it stays in the tree: what was typed outlives a closing by mistake.
  const panel =
    openings > 0 ? (
      <Suspense fallback={null}>
        <AddPanel opening={isOpen ? openings : 0} kind={kind} onKind={setKind} onClose={close} premium={premium} />
      </Suspense>
    ) : null;
  return { open, panel };
}
