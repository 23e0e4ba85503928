/** Registers the service worker, and tells it of what it can't see. */

/** The first calls of the dashboard (worker/memories.ts). */
const READS = ["/api/v1/getuser", "/api/v1/content?limit=60"];

/** Trusted Types let this one script be named; the page's policy allows no other name (internal/webui). */
let script: string | undefined;

function scriptAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: object) => ScriptUrls } };
  script ??= trustedTypes
    ? trustedTypes.createPolicy("service-worker", { createScriptURL: () => "/sw.js" }).createScriptURL("")
    : "/sw.js";
  return script;
}

type ScriptUrls = { createScriptURL: (text: string) => string };

/** Registers it where the browser has such a thing: over https, or on this machine. */
export async function registerWorker(token: string): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker || !import.meta.env.PROD) return;
  const claimed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  await serviceWorker.register(scriptAddress(), { scope: "/", updateViaCache: "none" });
  if (!serviceWorker.controller) await claimed;
  // It did not see what was read before it was there.
  if (await caches.has("memories")) return;
  for (const path of READS) await fetch(path, { headers: { authorization: token } });
}

/** Has it forget the last memories. */
export async function forgetKept(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  serviceWorker?.controller?.postMessage("forget");
  await globalThis.caches?.delete("memories");
}
