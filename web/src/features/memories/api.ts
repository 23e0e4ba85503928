/** The memories of the signed-in user. The only file here that touches the data cache. */

import { useCallback, useMemo } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Memory, NewMemory } from "./model";

const LIST = "memories";
const LEAVING = "memories/leaving";

/** How often the list is read again while a memory is still being fetched, in milliseconds. */
export const PENDING_POLL = 1500;

const NONE: readonly string[] = [];

function logged(what: string) {
  return (error: unknown) => logFailure(what, error);
}

async function fetchList(): Promise<readonly Memory[]> {
  return (await unwrap(client.GET("/api/v1/content"))).content;
}

/** All memories, newest first; undefined until they are known. A failure is logged and tried again, never shown. */
export function useMemories(): { memories: readonly Memory[] | undefined; failed: boolean } {
  const { data, error } = useSWR(LIST, fetchList, { onError: logged("reading memories") });
  const pending = data?.some((memory) => memory.status === "pending");
  // The same list again, on a beat: the cache looks at an interval only when the key changes.
  useSWR(pending ? LIST : null, fetchList, { refreshInterval: PENDING_POLL, dedupingInterval: PENDING_POLL / 2 });
  const { data: leaving = NONE } = useSWR<readonly string[]>(LEAVING, null);
  const memories = useMemo(() => data?.filter((memory) => !leaving.includes(memory._id)), [data, leaving]);
  return { memories, failed: data === undefined && error !== undefined };
}

/** Whether this memory is being deleted, or was. */
export function useIsLeaving(id: string): boolean {
  const { data: leaving = NONE } = useSWR<readonly string[]>(LEAVING, null);
  return leaving.includes(id);
}

/** Reads the list again. */
export function useRefreshMemories(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(LIST), [mutate]);
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

export async function createMemory(memory: NewMemory): Promise<void> {
  await unwrap(client.POST("/api/v1/content", { body: memory }));
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
