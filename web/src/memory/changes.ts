/** Changes of memories that the person makes: shown at once wherever the memory stands, then kept by the server. */

import { client, unwrap } from "@/api/client";
import type { paths } from "@/api/schema";
import { tellChanged } from "./changed";
import type { Memory } from "./kinds";

export type Part = NonNullable<paths["/api/v1/content/{id}"]["patch"]["requestBody"]>["content"]["application/json"];

/** The last change of each memory that is on its way, after which the next one is sent. */
const underWay = new Map<string, Promise<unknown>>();

/** Changes a memory. Rejects with the reason where that fails, and the memory is shown as it was. */
export async function changeMemory(memory: Memory, part: Part): Promise<Memory> {
  const id = memory._id;
  tellChanged([changed(memory, part)]);
  const before = underWay.get(id) ?? Promise.resolve();
  const sending = before.catch(() => {}).then(() => send(id, part));
  underWay.set(id, sending);
  // What is changed again meanwhile is newer than this answer.
  const isLast = () => underWay.get(id) === sending;
  try {
    const now = await sending;
    if (isLast()) tellChanged([now]);
    return now;
  } catch (error) {
    if (isLast()) tellChanged([memory]);
    throw error;
  } finally {
    if (isLast()) underWay.delete(id);
  }
}

async function send(id: string, body: Part): Promise<Memory> {
  const { content } = await unwrap(client.PATCH("/api/v1/content/{id}", { params: { path: { id } }, body }));
  return content;
}

/** A memory as a change will make it, as far as that is known here. */
export function changed(memory: Memory, { starred, archived, unread, tags }: Part): Memory {
  const { progress, readTo, openedAt, ...never } = memory;
  const opened = { ...memory, progress: progress ?? 1 };
  return {
    ...(unread === undefined ? memory : unread ? never : opened),
    ...(starred !== undefined && { starred }),
    ...(archived !== undefined && { archived }),
    ...(tags && { tags }),
  };
}
