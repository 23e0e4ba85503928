import type { SWRConfiguration } from "swr";
import { statusOf } from "@/api/errors";
import { RETRY_INTERVAL } from "@/lib/retry-interval";

/** How the cache for server data behaves, in milliseconds. */
export const cacheOptions = {
  dedupingInterval: 2000,
  focusThrottleInterval: 5000,
  errorRetryInterval: RETRY_INTERVAL,
  // The library would wait longer each time, and never twice the same: the interval is meant as it is said.
  onErrorRetry(error, _key, config, revalidate, { retryCount }) {
    // A session that ended does not come back.
    if (statusOf(error) === 401) return;
    setTimeout(() => revalidate({ retryCount }), config.errorRetryInterval);
  },
} satisfies SWRConfiguration;
