/** Saves that are kept on this device until the server has them, each exactly once. */

import { client, unwrap } from "./client";
import {
  allWaiting,
  dropWaiting,
  freshId,
  onWaitingChanged,
  putWaiting,
  type Shared,
  type Thing,
  type Waiting,
} from "./device-store";
import { ApiError, statusOf } from "./errors";
import type { components } from "./schema";
import { sendFile } from "./send-file";
import { getToken } from "./session";

type Memory = components["schemas"]["AddAnswer"]["content"];

/** What became of a save: the memory, and whether it was there before. */
export type Saved = { memory: Memory; before: boolean };

export type { Shared, Thing, Waiting };
export { dropWaiting, onWaitingChanged };

/** A short hash of the token, which names the session without revealing it. */
function session(): string {
  let sum = 0;
  for (const letter of getToken() ?? "") sum = (sum * 31 + letter.charCodeAt(0)) | 0;
  return String(sum);
}

/** The username of the session; "" where neither the server nor the service worker can tell it. */
async function username(): Promise<string> {
  try {
    return (await unwrap(client.GET("/api/v1/getuser"))).username.toLowerCase();
  } catch {
    return "";
  }
}

const listeners = new Set<(id: string, outcome: Saved) => void>();

/** Calls the listener with what becomes of each save, whichever call of this page sends it. The returned function ends it. */
export function onSaved(listener: (id: string, outcome: Saved) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Keeps things to be saved. Call sendWaiting then. */
export async function keepThings(
  things: readonly Thing[],
  { tags, remark }: Pick<Waiting, "tags" | "remark">,
): Promise<Waiting[]> {
  const owner = await username();
  const at = Date.now();
  const all = things.map(
    (thing, index): Waiting => ({ id: freshId(), at: at + index, owner, session: session(), thing, tags, remark }),
  );
  for (const one of all) await putWaiting(one);
  return all;
}

/** What waits in this session, or of its user. What another user has left here stays theirs. */
export async function ownWaiting(): Promise<Waiting[]> {
  if (!getToken()) return [];
  const all = await allWaiting();
  const others = all.some((one) => one.session !== session());
  const owner = others ? await username() : "";
  return all.filter((one) => one.session === session() || (owner !== "" && one.owner === owner));
}

/** Sends what waits, one call of all tabs at a time. Returns how many were saved. */
export function sendWaiting(): Promise<number> {
  const { locks } = navigator as Partial<Navigator>;
  // Without locks, as over plain http, the server tells the same save by its key.
  return locks ? locks.request("waiting", sendAll) : sendAll();
}

async function sendAll(): Promise<number> {
  let saved = 0;
  for (const one of await ownWaiting()) {
    if (one.refused) continue;
    const token = getToken();
    try {
      const outcome = await send(one);
      saved += 1;
      await dropWaiting(one.id);
      for (const listener of listeners) listener(one.id, outcome);
    } catch (error) {
      // Another user's answer says nothing of this one.
      if (getToken() !== token || !isRefusal(error)) break;
      await putWaiting({ ...one, refused: error.said ?? "It could not be saved." });
    }
  }
  return saved;
}

/** The server has looked at it and will say the same again; else it waits for a better moment. */
function isRefusal(error: unknown): error is ApiError {
  const status = statusOf(error) ?? 0;
  return error instanceof ApiError && status >= 400 && status < 500 && ![401, 408, 425].includes(status);
}

/** Tries a refused one again. */
export async function tryAgain({ refused: _, ...one }: Waiting): Promise<void> {
  await putWaiting(one);
}

async function send(one: Waiting): Promise<Saved> {
  const { tags, remark } = one;
  const body = { ...(await bodyOf(one)), ...(tags.length > 0 && { tags }), ...(remark !== "" && { remark }) };
  const headers = { "Idempotency-Key": one.id };
  const { content, existing } = await unwrap(client.POST("/api/v1/content", { body, headers }));
  return { memory: content, before: existing !== undefined && existing._id === content._id };
}

async function bodyOf(one: Waiting): Promise<components["schemas"]["AddInputBody"]> {
  const { thing } = one;
  if (thing.kind === "link") return { type: "link", link: thing.link, ifNew: true };
  if (thing.kind === "note") return { type: "note", description: thing.text };
  // A file that the server has is not sent again.
  let link = one.upload;
  if (link === undefined) {
    const file = new File([thing.file], thing.name, { type: thing.file.type });
    link = (await sendFile(file, () => {}, AbortSignal.timeout(LONGEST_UPLOAD))).url;
    one.upload = link;
    await putWaiting(one);
  }
  return { type: "document", link, fileName: thing.name };
}

/** In milliseconds. */
const LONGEST_UPLOAD = 30 * 60_000;
