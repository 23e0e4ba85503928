/** The calls of Engram that the extension makes, with an API token of the scopes save, read and edit. */

import type { components } from "../../src/api/schema";
import type { Page } from "./page";
import type { Settings } from "./settings";

export type Memory = components["schemas"]["Memory"];

/** The server refused a call, with words fit to be shown. */
export class Refused extends Error {
  override name = "Refused";
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

/** Whether an error says that the server could not be reached. */
export const isAway = (error: unknown): boolean =>
  !(error instanceof Refused) || [502, 503, 504].includes(error.status);

async function call<T>({ server, token }: Settings, method: string, path: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const answer = await fetch(server + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !form && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    // No cookie and no cache of the server's pages is ours.
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
  });
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return said as T;
  const { message } = (said ?? {}) as { message?: unknown };
  throw new Refused(
    answer.status,
    typeof message === "string" && message ? message : `The server answered ${answer.status}.`,
  );
}

/** Whose token it is. */
export async function whoIs(settings: Settings): Promise<string> {
  return (await call<{ username: string }>(settings, "GET", "/api/v1/getusername")).username;
}

/** The memory that holds an address; undefined where there is none. */
export async function memoryAt(settings: Settings, url: string): Promise<Memory | undefined> {
  return (await call<{ content?: Memory }>(settings, "GET", `/api/v1/content/at?url=${encodeURIComponent(url)}`))
    .content;
}

export async function memoryOf(settings: Settings, id: string): Promise<Memory> {
  return (await call<{ content: Memory }>(settings, "GET", `/api/v1/content/${id}`)).content;
}

export type SavedPage = { id: string; alreadyExists: boolean };

/** Saves a page as it was read. One whose address is known is left as it is, or `anew` takes its place. */
export function savePage(
  settings: Settings,
  { url, html }: Pick<Page, "url" | "html">,
  anew = false,
): Promise<SavedPage> {
  const form = new FormData();
  form.append("url", url);
  form.append("file", new File([html], "page.html", { type: "text/html" }));
  return call(settings, "POST", `/api/v1/bookmarks/singlefile?ifexists=${anew ? "overwrite" : "skip"}`, form);
}

/** Saves an address alone, which the server fetches: of what can't be read here, such as a PDF. */
export async function saveLink(settings: Settings, link: string): Promise<SavedPage> {
  const body = { type: "link", link, ifNew: true };
  const { content, existing } = await call<{ content: Memory; existing?: Memory }>(
    settings,
    "POST",
    "/api/v1/content",
    body,
  );
  return { id: content._id, alreadyExists: existing !== undefined };
}

export type Words = { tags: readonly string[]; remark: string };

/** Adds tags and a remark to those that a memory has. */
export async function addWords(settings: Settings, id: string, { tags, remark }: Words): Promise<void> {
  if (tags.length === 0 && remark === "") return;
  const memory = await memoryOf(settings, id);
  const had = memory.remark ?? "";
  const body = {
    ...(tags.length > 0 && { tags: [...new Set([...memory.tags, ...tags])] }),
    ...(remark !== "" && !had.includes(remark) && { remark: had ? `${had}\n\n${remark}` : remark }),
  };
  await call(settings, "PATCH", `/api/v1/content/${id}`, body);
}

/** Marks words of a memory, wherever they stand in it. Rejects with 400 or 409 where they stand nowhere. */
export async function markWords(settings: Settings, id: string, quote: string): Promise<void> {
  const body = { start: { leaf: 0, offset: 0 }, end: { leaf: 0, offset: 1 }, quote };
  await call(settings, "POST", `/api/v1/content/${id}/highlights`, body);
}

export async function tagNames(settings: Settings): Promise<string[]> {
  const { tags } = await call<{ tags: { name: string }[] }>(settings, "GET", "/api/v1/tags");
  return tags.map(({ name }) => name);
}

export type Related = { id: string; title: string; because: string };

/** What belongs to a memory, with the words in which they meet. */
export async function relatedTo(settings: Settings, id: string): Promise<Related[]> {
  const { memories } = await call<{ memories: { content: Memory; because: { text: string }[] }[] }>(
    settings,
    "GET",
    `/api/v1/content/${id}/related`,
  );
  return memories.map(({ content, because }) => ({
    id: content._id,
    title: content.title || content.link,
    because: because[0]?.text ?? "",
  }));
}
