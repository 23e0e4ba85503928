import { toast } from "@/ui/toast";

/**
 * A part of the app that is fetched when it is needed may be gone: the server was updated since this page was opened. Vite
 * tells of it with an event; where the part was wanted, the page goes on without it or says so. Here is offered, once, what
 * helps against all of them.
 */
export function offerReload(): void {
  const offer = () =>
    toast("Part of Engram could not be loaded. It may have been updated.", {
      duration: 15_000,
      action: { label: "Reload", onClick: () => location.reload() },
    });
  // Whatever draws the toasts may be lost as well, and tell of it in the same way.
  window.addEventListener("vite:preloadError", offer, { once: true });
}
