/** How far the signed-in person's memories are read. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { isReading, type Reading } from "./model";

/** How often the progress is read while something is unread, in milliseconds. */
export const PROGRESS_POLL = 2000;

const interval = (reading?: Reading) => (reading && !isReading(reading) ? 0 : PROGRESS_POLL);

/** The progress, undefined until it is known, kept up to date while it grows and the page is looked at. */
export function useReading(): { reading: Reading | undefined; failed: boolean; retry: () => void } {
  const { data, error, mutate } = useSWR("reading", () => unwrap(client.GET("/api/v1/reading")), {
    refreshInterval: interval,
    dedupingInterval: PROGRESS_POLL / 2,
    onError: (error) => logFailure("reading the progress", error),
  });
  return { reading: data, failed: error !== undefined, retry: () => void mutate() };
}
