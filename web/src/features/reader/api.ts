/** The memory that is opened. The only file here that touches the data cache. */

import { useEffect } from "react";
import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Memory } from "@/memory/kinds";

/** How often a memory on its way is read again when the list does not have it, in milliseconds. */
const PENDING_POLL = 1500;

export type Opened = {
  /** The memory as it is known best; undefined until it is. */
  memory: Memory | undefined;
  /** Its captured text; undefined until it came. */
  passages: readonly components["schemas"]["Passage"][] | undefined;
  /** The server has it no more. */
  gone: boolean;
  /** It could not be read, this time. */
  failed: boolean;
  reread: () => void;
};

/** A memory with its captured text, read anew when the list says that it changed. */
export function useOpened(id: string, listed: Memory | undefined): Opened {
  const { data, error, mutate } = useSWR(
    ["memory", id],
    () => unwrap(client.GET("/api/v1/content/{id}", { params: { path: { id } } })),
    {
      // Texts are long, and the list tells when one changed.
      revalidateOnFocus: false,
      shouldRetryOnError: (reason) => statusOf(reason) !== 404,
      refreshInterval: (latest) => (listed === undefined && latest?.content.status === "pending" ? PENDING_POLL : 0),
      onError: (reason) => statusOf(reason) !== 404 && logFailure("reading a memory", reason),
    },
  );
  const known = listed !== undefined;
  const state = `${known} ${listed?.status} ${listed?.title} ${listed?.pagesRead}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each other state.
  useEffect(() => {
    if (data) void mutate();
  }, [state]);
  return {
    memory: listed ?? data?.content,
    passages: data?.passages,
    gone: statusOf(error) === 404,
    failed: error !== undefined,
    reread: () => void mutate(),
  };
}
