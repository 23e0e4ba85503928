/** What is chosen, and how far the memories are read. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Term } from "@/api/terms";
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

/** Whether questions and memories may be sent to the operator's AI provider. */
export async function setUseAIProviders(use: boolean): Promise<void> {
  await unwrap(client.PUT("/api/v1/ai-providers", { body: { use } }));
}

/** How long conversations are kept, undefined until it is known. */
export function useTerm() {
  const { data, mutate } = useSWR("keep-conversations", () => unwrap(client.GET("/api/v1/keep-conversations")), {
    onError: (error) => logFailure("reading how long conversations are kept", error),
  });
  return { term: data?.keep, refresh: (keep: Term) => mutate({ keep }, { revalidate: false }) };
}

/** Keeps conversations so long, and deletes at once what would be gone by that. */
export async function setTerm(keep: Term): Promise<void> {
  await unwrap(client.PUT("/api/v1/keep-conversations", { body: { keep } }));
}
