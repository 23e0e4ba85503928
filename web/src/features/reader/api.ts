/** The opened memory. The only file here that touches the data cache. */

import { useEffect } from "react";
import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { Block } from "@/document/tree";
import type { Memory } from "@/memory/kinds";

/** The polling interval for a memory that is being captured and is not in the list, in milliseconds. */
const PENDING_POLL = 1500;

export type Opened = {
  /** The most recent version of the memory. Undefined while loading. */
  memory: Memory | undefined;
  /** Its captured text. Undefined while loading. */
  blocks: readonly Block[] | undefined;
  /** Whether the server no longer has it. */
  gone: boolean;
  /** Whether the last request failed. */
  failed: boolean;
  reread: () => void;
};

/** Returns a memory with its captured text, refetched when the list reports a change. */
export function useOpened(id: string, listed: Memory | undefined): Opened {
  const { data, error, mutate } = useSWR(
    ["memory", id],
    async () => {
      const of = { params: { path: { id } } };
      const [{ content }, document] = await Promise.all([
        unwrap(client.GET("/api/v1/content/{id}", of)),
        unwrap(client.GET("/api/v1/content/{id}/document", of)),
      ]);
      // A string only where markdown is asked for.
      return { content, blocks: typeof document === "string" ? [] : document.blocks };
    },
    {
      // Texts are large, and the list reports changes, so focus does not refetch.
      revalidateOnFocus: false,
      shouldRetryOnError: (reason) => statusOf(reason) !== 404,
      refreshInterval: (latest) => (listed === undefined && latest?.content.status === "pending" ? PENDING_POLL : 0),
      onError: (reason) => statusOf(reason) !== 404 && logFailure("reading a memory", reason),
    },
  );
  const known = listed !== undefined;
  const state = `${known} ${listed?.status} ${listed?.title} ${listed?.pagesRead}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches whenever the state changes.
  useEffect(() => {
    if (data) void mutate();
  }, [state]);
  // The list may report that a text is there while an earlier answer, without it, is still on its way.
  const behind = data !== undefined && listed !== undefined && data.content.status !== listed.status;
  useEffect(() => {
    if (behind) void mutate();
  }, [behind, mutate]);
  return {
    memory: listed ?? data?.content,
    blocks: data?.blocks,
    gone: statusOf(error) === 404,
    failed: error !== undefined,
    reread: () => void mutate(),
  };
}
