import { tryReach } from "@/api/reach";
import { RETRY_INTERVAL } from "@/lib/retry-interval";
import { toast } from "@/ui/toast";

/**
 * A part of the app that is fetched when it is needed may be gone: the server was updated since this page was opened. Vite
 * tells of it with an event; where the part was wanted, the page goes on without it or says so. Here is offered, once, what
 * helps against all of them. A server that can't be reached at all is told of elsewhere, and a reload would not help.
 */
export function offerReload(): void {
  let asking = false;
  const lost = async () => {
    if (asking) return;
    asking = true;
    const reached = await tryReach(AbortSignal.timeout(RETRY_INTERVAL));
    asking = false;
    if (!reached) return;
    // Whatever draws the toasts may be lost as well, and tell of it in the same way.
    window.removeEventListener("vite:preloadError", lost);
    toast("Part of Engram could not be loaded. It may have been updated.", {
      duration: 15_000,
      action: { label: "Reload", onClick: () => location.reload() },
    });
  };
  window.addEventListener("vite:preloadError", lost);
}
