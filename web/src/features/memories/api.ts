/** The memories of the signed-in user. The only file here that touches the data cache. */

import { useCallback, useMemo } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Memory, NewMemory } from "./model";

const LIST = "memories";
const LEAVING = "memories/leaving";
const LIVE = "memories/live";
const SOUGHT = "memories/sought";

/** How often the list is read again while a memory is on its way and nothing tells of it, in milliseconds. */
export const PENDING_POLL = 1500;

const NONE: readonly string[] = [];

function logged(what: string) {
  return (error: unknown) => logFailure(what, error);
}

async function fetchList(): Promise<readonly Memory[]> {
  return (await unwrap(client.GET("/api/v1/content"))).content;
}

/** All memories, newest first; undefined until they are known. A failure is logged and tried again, never shown. */
export function useMemories(): { memories: readonly Memory[] | undefined; count: number; failed: boolean } {
  const { data, error } = useSWR(LIST, fetchList, { onError: logged("reading memories") });
  const { data: leaving = NONE } = useSWR<readonly string[]>(LEAVING, null);
  const { data: live = false } = useSWR<boolean>(LIVE, null);
  const memories = useMemo(() => data?.filter((memory) => !leaving.includes(memory._id)), [data, leaving]);
  const polled = !live && memories?.some((memory) => memory.status === "pending");
  // The same list again, on a beat: the cache looks at an interval only when the key changes.
  useSWR(polled ? LIST : null, fetchList, { refreshInterval: PENDING_POLL, dedupingInterval: PENDING_POLL / 2 });
  return { memories, count: memories?.length ?? 0, failed: data === undefined && error !== undefined };
}

/** A memory of the list; undefined when it is not there, or not yet. */
export function useMemory(id: string): Memory | undefined {
  return useMemories().memories?.find(({ _id }) => _id === id);
}

/** Whether this memory is being deleted, or was. */
export function useIsLeaving(id: string): boolean {
  const { data: leaving = NONE } = useSWR<readonly string[]>(LEAVING, null);
  return leaving.includes(id);
}

/** How what changes on the server reaches a list that is known. The functions keep their identity. */
export function useListFeed() {
  const { mutate } = useSWRConfig();
  return useMemo(
    () => ({
      reread: (): Promise<unknown> => mutate(LIST),
      /** While changes come as they happen, the list is not asked for. */
      live: (on: boolean) => void mutate(LIVE, on, { revalidate: false }),
      change: (how: (memories: readonly Memory[]) => readonly Memory[]) =>
        void mutate<readonly Memory[]>(LIST, (list) => list && how(list), { revalidate: false }),
    }),
    [mutate],
  );
}

/**
 * Deletes a memory. It leaves the list at once and comes back when the server could not delete it, which is only
 * logged. The ids on their way out are kept beside the list, so that an answer to an older read can't bring one back.
 */
export function useDeleteMemory(): (id: string) => Promise<boolean> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (id) => {
      const leave = (change: (ids: readonly string[]) => readonly string[]) =>
        mutate<readonly string[]>(LEAVING, (ids = NONE) => change(ids), { revalidate: false });
      await leave((ids) => [...ids, id]);
      try {
        await unwrap(client.DELETE("/api/v1/content", { body: { contentId: id } }));
        return true;
      } catch (error) {
        logFailure("deleting a memory", error);
        await leave((ids) => ids.filter((other) => other !== id));
        return false;
      }
    },
    [mutate],
  );
}

/**
 * Has a memory fetched again. It is on its way at once, and as it was when that fails, which rejects with the reason.
 */
export function useRefreshMemory(): (memory: Memory) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (memory) => {
      const again: Memory = { ...memory, status: "pending", step: "waiting", error: "" };
      const put = (next: Memory, stands: (listed: Memory) => boolean) =>
        mutate<readonly Memory[]>(LIST, (list) => list?.map((listed) => (stands(listed) ? next : listed)), {
          revalidate: false,
        });
      await put(again, ({ _id }) => _id === memory._id);
      try {
        await unwrap(client.POST("/api/v1/content/{id}/refresh", { params: { path: { id: memory._id } } }));
      } catch (error) {
        // What has become known of it meanwhile is newer than what it was.
        await put(memory, (listed) => listed === again);
        throw error;
      }
    },
    [mutate],
  );
}

/** Saves a memory. Given back is the one that holds its address already, when `ifNew` asked to save nothing then. */
export async function createMemory(memory: NewMemory): Promise<Memory | undefined> {
  const { content, existing } = await unwrap(client.POST("/api/v1/content", { body: memory }));
  return existing?._id === content._id ? existing : undefined;
}

/** The id of the memory that somebody wants to be led to, undefined once they are there; and the way to ask for one. */
export function useSought(): { sought: string | undefined; seek: (id: string | undefined) => void } {
  const { data: sought, mutate } = useSWR<string | undefined>(SOUGHT, null);
  const seek = useCallback((id: string | undefined) => void mutate(id, { revalidate: false }), [mutate]);
  return { sought, seek };
}

/** May one more memory be added? A failed check does not stand in the way: the server holds the limit itself. */
export async function canAddMemory(): Promise<boolean> {
  try {
    return (await unwrap(client.GET("/api/v1/get-content-count"))).canAddContent;
  } catch (error) {
    logFailure("reading the content count", error);
    return true;
  }
}

export type Allowances = {
  canAddContent: boolean;
  canUpload: boolean;
  documents: { count: number; limit: number | null } | undefined;
};

/**
 * The two permissions, read anew at each opening of the panel: `opening` counts them, 0 while it is closed. Until the
 * answers arrive, and when they do not, both are treated as given.
 */
export function useAllowances(opening: number): Allowances {
  const content = useSWR(
    opening ? ["get-content-count", opening] : null,
    () => unwrap(client.GET("/api/v1/get-content-count")),
    {
      onError: logged("reading the content count"),
    },
  );
  const upload = useSWR(
    opening ? ["get-documentupload-status", opening] : null,
    () => unwrap(client.GET("/api/v1/get-documentupload-status")),
    { onError: logged("reading the upload status") },
  );
  return {
    canAddContent: content.data?.canAddContent ?? true,
    canUpload: upload.data?.canUpload ?? true,
    documents: upload.data,
  };
}
