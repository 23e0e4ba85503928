/** What the panel asks of the server. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import type { Memory } from "@/memory/kinds";
import { logged, readContentCount } from "../api";
import { sendDeletions } from "../deletions";
import type { NewMemory } from "../model";

/**
 * Saves a memory, and returns it. `existing` holds its address already: nothing was saved then, when `ifNew` asked for that.
 */
export async function createMemory(memory: NewMemory): Promise<{ content: Memory; existing: boolean }> {
  // A twin that is being deleted is none.
  await sendDeletions();
  const { content, existing } = await unwrap(client.POST("/api/v1/content", { body: memory }));
  return { content, existing: existing !== undefined && existing._id === content._id };
}

async function readUploadStatus() {
  await sendDeletions();
  return unwrap(client.GET("/api/v1/get-documentupload-status"));
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
  const content = useSWR(opening ? ["get-content-count", opening] : null, () => readContentCount(), {
    onError: logged("reading the content count"),
  });
  const upload = useSWR(opening ? ["get-documentupload-status", opening] : null, readUploadStatus, {
    onError: logged("reading the upload status"),
  });
  return {
    canAddContent: content.data?.canAddContent ?? true,
    canUpload: upload.data?.canUpload ?? true,
    documents: upload.data,
  };
}
