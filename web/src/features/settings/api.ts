/** The user's settings and the progress of close reading. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Term } from "@/api/terms";
import { isReading, type Reading } from "./model";

/** The polling interval while passages are unread, in milliseconds. */
export const PROGRESS_POLL = 2000;

const interval = (reading?: Reading) => (reading && !isReading(reading) ? 0 : PROGRESS_POLL);

/** Returns the progress, undefined while loading. It is polled while it grows and the page is visible. */
export function useReading(): { reading: Reading | undefined; failed: boolean; retry: () => void } {
  const { data, error, mutate } = useSWR("reading", () => unwrap(client.GET("/api/v1/reading")), {
    refreshInterval: interval,
    dedupingInterval: PROGRESS_POLL / 2,
    onError: (error) => logFailure("reading the progress", error),
  });
  return { reading: data, failed: error !== undefined, retry: () => void mutate() };
}

/** Saves whether questions and memories may be sent to the operator's AI provider. */
export async function setUseAIProviders(use: boolean): Promise<void> {
  await unwrap(client.PUT("/api/v1/ai-providers", { body: { use } }));
}

/** Returns how long conversations are kept. Undefined while loading. */
export function useTerm() {
  const { data, mutate } = useSWR("keep-conversations", () => unwrap(client.GET("/api/v1/keep-conversations")), {
    onError: (error) => logFailure("reading how long conversations are kept", error),
  });
  return { term: data?.keep, refresh: (keep: Term) => mutate({ keep }, { revalidate: false }) };
}

/** Sets how long conversations are kept. The server deletes older ones at once. */
export async function setTerm(keep: Term): Promise<void> {
  await unwrap(client.PUT("/api/v1/keep-conversations", { body: { keep } }));
}
