import { useEffect } from "react";
import { endOpening } from "@/lib/opening";

/** Put inside what opens over the page: it tells the keys that it stands. */
export function Opened({ open }: { open: boolean }) {
  useEffect(() => {
    if (!open) return;
    endOpening();
    return endOpening;
  }, [open]);
  return null;
}
