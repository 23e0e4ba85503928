/** The words of the last memories, kept for when the server can't be reached: those of one session, and no longer than it. */

import { textOnly } from "@/api/text-only";
import { isAway } from "./shell";

const NAME = "memories";
const OWNER = "/owner";

/** The first calls of the dashboard, as public/early.js makes them. */
const READS = ["/api/v1/getuser", "/api/v1/content?limit=60"];

export const isRead = ({ pathname, search }: URL) => READS.includes(pathname + search);

/** Calls after which nobody is signed in. */
export const endsSession = (method: string, { pathname }: URL) =>
  (method === "POST" && pathname === "/api/v1/signout") || (method === "DELETE" && pathname === "/api/v1/account");

/** Counts the ends of sessions: an answer that arrives after one is not kept. */
let ended = 0;

/** Writes follow one another. */
let writing: Promise<unknown> = Promise.resolve();

function write(task: () => Promise<unknown>): Promise<unknown> {
  writing = writing.then(task, task);
  return writing;
}

/** Removes all that is kept. */
export function forget(): Promise<unknown> {
  ended += 1;
  return write(() => caches.delete(NAME));
}

/** Answers as the server does, and with what is kept of the same session where it can't be reached. */
export async function read({ request, waitUntil }: Pick<FetchEvent, "request" | "waitUntil">): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const owner = await hashOf(request.headers.get("authorization") ?? "");
  const began = ended;
  try {
    const answer = await fetch(request);
    if (answer.status === 401) waitUntil(forget());
    if (answer.ok) waitUntil(keep(path, answer.clone(), owner, began));
    return (isAway(answer.status) && (await kept(path, owner))) || answer;
  } catch (error) {
    const instead = await kept(path, owner);
    if (!instead) throw error;
    return instead;
  }
}

async function keep(path: string, answer: Response, owner: string, began: number): Promise<void> {
  const body = JSON.stringify(textOnly(await answer.json()));
  await write(async () => {
    if (ended !== began) return;
    if ((await ownerOf()) !== owner) await caches.delete(NAME);
    const cache = await caches.open(NAME);
    await cache.put(OWNER, new Response(owner));
    // The header tells the app that nothing was reached (api/client.ts).
    const headers = { "content-type": "application/json", "engram-kept": String(Date.now()) };
    await cache.put(path, new Response(body, { headers }));
  });
}

async function kept(path: string, owner: string): Promise<Response | undefined> {
  await writing.catch(() => {});
  if ((await ownerOf()) !== owner) return undefined;
  return (await caches.open(NAME)).match(path, { ignoreVary: true });
}

async function ownerOf(): Promise<string | undefined> {
  if (!(await caches.has(NAME))) return undefined;
  const found = await (await caches.open(NAME)).match(OWNER);
  return found?.text();
}

/** The session, without its token. */
async function hashOf(token: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
