/** The opened memory. The only file here that touches the data cache. */

import { useCallback, useEffect, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import { type Block, leavesOf } from "@/document/tree";
import { onChanged } from "@/memory/changed";
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
  /** How far it was read, as the server has it on this opening. Undefined until that is known. */
  kept: Kept | undefined;
  /** Its files, beside the one that a document is. */
  files: NonNullable<Memory["files"]>;
  /** Whom the mail is from that it came in. */
  mail: Memory["mail"];
  /** Whether the server no longer has it. */
  gone: boolean;
  /** Whether the last request failed. */
  failed: boolean;
  reread: () => Promise<unknown>;
};

/** How far a memory is read: the first leaf in view, and the share that lies before it. */
export type Kept = { leaf: number; share: number };

/** What was read, and when that was asked for. */
type Read = { content: Memory; blocks: readonly Block[]; at: number };

async function read(id: string): Promise<Read> {
  const at = performance.now();
  const of = { params: { path: { id } } };
  const [{ content }, document] = await Promise.all([
    unwrap(client.GET("/api/v1/content/{id}", of)),
    unwrap(client.GET("/api/v1/content/{id}/document", of)),
  ]);
  // A string only where markdown is asked for.
  return { content, blocks: typeof document === "string" ? [] : document.blocks, at };
}

const NO_FILES: NonNullable<Memory["files"]> = [];

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
  // What the list and the cache have of it may be older than what was read since, here or on another device.
  const [since] = useState(() => performance.now() - FRESH);
  const isNew = data !== undefined && data.at >= since;
  const known = listed !== undefined;
  const state = `${known} ${listed?.status} ${listed?.title} ${listed?.pagesRead} ${listed?.edition}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches whenever the state changes.
  useEffect(() => {
    if (data) void mutate();
  }, [state]);
  // One that the list does not have is changed here alone. A change ends a reading that is on its way, which begins again.
  const isRead = data !== undefined;
  useEffect(
    () =>
      onChanged((memories) => {
        const content = memories.find(({ _id }) => _id === id);
        if (content) void mutate((read) => read && { ...read, content }, { revalidate: !isRead });
      }),
    [id, isRead, mutate],
  );
  // The list may report that a text is there while an earlier answer, without it, is still on its way.
  const behind = data !== undefined && listed !== undefined && data.content.status !== listed.status;
  useEffect(() => {
    if (behind) void mutate();
  }, [behind, mutate]);
  return {
    memory: listed ?? data?.content,
    blocks: data?.blocks,
    files: data?.content.files ?? NO_FILES,
    mail: data?.content.mail,
    kept: isNew ? { leaf: data.content.readTo ?? 0, share: data.content.progress ?? 0 } : undefined,
    gone: statusOf(error) === 404,
    failed: error !== undefined,
    reread: () => mutate(),
  };
}

/** Returns what keeps how far a memory is read. A call that is to outlive the page says so. */
export function useKeepProgress(): (id: string, kept: Kept, keepalive: boolean) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (id, { leaf, share }, keepalive) => {
      const call = client.PUT("/api/v1/content/{id}/progress", {
        params: { path: { id } },
        body: { leaf, share },
        keepalive,
      });
      unwrap(call).catch((reason: unknown) => logFailure("keeping how far a memory is read", reason));
      const withPlace = (known?: Read) =>
        known && { ...known, content: { ...known.content, progress: share, readTo: leaf } };
      void mutate<Read>(["memory", id], withPlace, { revalidate: false });
    },
    [mutate],
  );
}
