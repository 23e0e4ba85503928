import { useEffect } from "react";
import { endOpening } from "@/lib/opening";

/** Ends the loading state of an overlay. Render it inside the overlay. */
export function Opened({ open }: { open: boolean }) {
  useEffect(() => {
    if (!open) return;
    endOpening();
    return endOpening;
  }, [open]);
  return null;
}
