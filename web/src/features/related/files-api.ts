/** The files of a memory on the server. No React. */

import { client, unwrap } from "@/api/client";
import { tellChanged } from "@/memory/changed";

/** Gives a memory a file that was uploaded; `link` is its address. Rejects with the reason. */
export async function attachFile(id: string, link: string): Promise<void> {
  await unwrap(client.POST("/api/v1/content/{id}/files", { params: { path: { id } }, body: { link } }));
  await tellFiles(id);
}

export async function removeFile(id: string, fileId: string): Promise<void> {
  await unwrap(client.DELETE("/api/v1/content/{id}/files/{fileId}", { params: { path: { id, fileId } } }));
}

/** Tells what shows a memory which files it has now. The feed says only that it changed. */
export async function tellFiles(id: string): Promise<void> {
  const { content } = await unwrap(client.GET("/api/v1/content/{id}", { params: { path: { id } } }));
  tellChanged([content]);
}
