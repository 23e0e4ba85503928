/** The opened memory. The only file here that touches the data cache. */

import { useEffect } from "react";
import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import { type Block, leavesOf } from "@/document/tree";
import type { Memory } from "@/memory/kinds";

/** The polling interval for a memory that is being captured and is not in the list, in milliseconds. */
const PENDING_POLL = 1500;

/** And for a text whose pictures are still being fetched. */
const PICTURES_POLL = 3000;

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

type Read = { content: Memory; blocks: readonly Block[] };

async function read(id: string): Promise<Read> {
  const of = { params: { path: { id } } };
  const [{ content }, document] = await Promise.all([
    unwrap(client.GET("/api/v1/content/{id}", of)),
    unwrap(client.GET("/api/v1/content/{id}/document", of)),
  ]);
  // A string only where markdown is asked for.
  return { content, blocks: typeof document === "string" ? [] : document.blocks };
}

/** How long what was read ahead counts as new, in milliseconds. */
const FRESH = 5000;

let ahead: { id: string; at: number; reading: Promise<Read> } | undefined;

const isAhead = (id: string) => ahead?.id === id && performance.now() - ahead.at < FRESH;

/** Begins to read a memory that is about to be opened. */
export function readAhead(id: string): void {
  if (isAhead(id)) return;
  const reading = read(id);
  // It is read again where it is missed, and an error told of then.
  reading.catch(() => {});
  ahead = { id, at: performance.now(), reading };
}

/** Reads a memory, or takes what was read ahead. */
function taken(id: string): Promise<Read> {
  const found = isAhead(id) ? ahead?.reading : undefined;
  ahead = undefined;
  return found?.catch(() => read(id)) ?? read(id);
}

/** Returns a memory with its captured text, refetched when the list reports a change. */
export function useOpened(id: string, listed: Memory | undefined): Opened {
  const { data, error, mutate } = useSWR(["memory", id], () => taken(id), {
    // Texts are large, and the list reports changes, so focus does not refetch.
    revalidateOnFocus: false,
    shouldRetryOnError: (reason) => statusOf(reason) !== 404,
    refreshInterval: (latest) => {
      if (listed === undefined && latest?.content.status === "pending") return PENDING_POLL;
      return latest && leavesOf(latest.blocks).some(({ image }) => image?.coming) ? PICTURES_POLL : 0;
    },
    onError: (reason) => statusOf(reason) !== 404 && logFailure("reading a memory", reason),
  });
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
