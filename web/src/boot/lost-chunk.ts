import { checkServer } from "@/api/outage";
import { RETRY_INTERVAL } from "@/lib/retry-interval";
import { toast } from "@/ui/toast";

/**
 * Offers to reload when a chunk can't be loaded, once. The server may have been updated since the page was opened. If it
 * can't be reached at all, features/connection says so, and a reload would not help.
 */
export function offerReload(): void {
  let asking = false;
  const lost = async () => {
    if (asking) return;
    asking = true;
    const reached = await checkServer(AbortSignal.timeout(RETRY_INTERVAL));
    asking = false;
    if (!reached) return;
    // The chunk of the toasts may be lost as well, which would call this again.
    window.removeEventListener("vite:preloadError", lost);
    toast("Part of Engram could not be loaded. It may have been updated.", {
      duration: 15_000,
      action: { label: "Reload", onClick: () => location.reload() },
    });
  };
  window.addEventListener("vite:preloadError", lost);
}
