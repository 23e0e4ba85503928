import { PATIENCE } from "@/lib/settled-within";

/** Between two questions whether the server is back, in milliseconds. */
const ASK_EVERY = 500;

/** How often it is asked: for a minute at least. */
const ASKED = 120;

/** Resolves to whether the server answers again. It is asked until the signal ends it. */
export async function untilReady(signal: AbortSignal): Promise<boolean> {
  for (let asked = 0; asked < ASKED && !signal.aborted; asked++) {
    if (await isReady()) return true;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
  return false;
}

/** A server that hangs counts as away. */
function isReady(): Promise<boolean> {
  return fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
