import type { SWRConfiguration } from "swr";
import { statusOf } from "@/api/errors";

/** Of navigator.connection, which not every browser has. */
type Connection = { effectiveType?: string; saveData?: boolean };

function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? "");
}

/** How the cache for server data behaves, in milliseconds. */
export const cacheOptions = {
  dedupingInterval: 2000,
  focusThrottleInterval: 5000,
  errorRetryInterval: isSlow() ? 10_000 : 5000,
  // The library would wait longer each time, and never twice the same: the interval is meant as it is said.
  onErrorRetry(error, _key, config, revalidate, { retryCount }) {
    // A session that ended does not come back.
    if (statusOf(error) === 401) return;
    setTimeout(() => revalidate({ retryCount }), config.errorRetryInterval);
  },
} satisfies SWRConfiguration;
