/** What is done with many memories at once. */

import { client, unwrap } from "@/api/client";
import { logFailure, messageOf } from "@/api/errors";
import type { paths } from "@/api/schema";
import { fileNameIn } from "@/lib/download";
import { inZone } from "@/lib/zone";
import { tellChanged } from "@/memory/changed";
import { changed, type Part } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import { tagKey, withTag } from "@/memory/tags/names";

type Body = NonNullable<paths["/api/v1/content/bulk"]["post"]["requestBody"]>["content"]["application/json"];

export type Action = Body["action"];

/** Memories by their ids, or all that a query lists. */
export type Target = { ids: readonly string[] } | { query: Query };

type Query = { filter: string; sort: "saved" | "published" | "opened" | "title" };

/** The most that the server lists at once. */
const PAGE = 500;

/** The ids of a target. */
export async function idsOf(target: Target, onProgress: (found: number) => void): Promise<readonly string[]> {
  if ("ids" in target) return target.ids;
  const { filter, sort } = target.query;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: PAGE, sort, ...(filter && { filter }), ...(cursor && { cursor }) };
    const page = await unwrap(client.GET("/api/v1/content", { params: { query, header: inZone() } }));
    ids.push(...page.content.map(({ _id }) => _id));
    cursor = page.nextCursor;
    onProgress(ids.length);
  } while (cursor);
  return ids;
}

/** The number of ids in one call. More would leave the bar without progress for long. */
const CHUNK = 500;

const OPPOSITES: Partial<Record<Action, Action>> = {
  tag: "untag",
  untag: "tag",
  star: "unstar",
  unstar: "star",
  archive: "unarchive",
  unarchive: "archive",
  read: "unread",
  unread: "read",
  delete: "restore",
};

type Options = {
  /** Those that are on the page, to show what becomes of them. */
  memories: readonly Memory[];
  tag?: string | undefined;
  onProgress?: (done: number) => void;
};

/**
 * Does something with memories. Returns the ids of those that it really changed, and why it went no further where something
 * stopped it. Rejects with the reason where nothing was changed.
 */
export async function runBulk(
  action: Action,
  ids: readonly string[],
  { memories, tag, onProgress }: Options,
): Promise<{ changed: string[]; stopped?: string | undefined }> {
  const known = new Map(memories.map((memory) => [memory._id, memory]));
  const all: string[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const body = { ids: ids.slice(at, at + CHUNK), action, ...(tag && { tags: [tag] }) };
    const answer = unwrap(client.POST("/api/v1/content/bulk", { body }));
    const { changed, message } = await answer.catch((error) => {
      if (all.length === 0) throw error;
      // What was changed before can be taken back.
      logFailure("changing several memories", error);
      return { changed: [], message: messageOf(error, "The others could not be changed.") };
    });
    all.push(...changed);
    show(
      action,
      tag,
      changed.flatMap((id) => known.get(id) ?? []),
      changed,
    );
    if (message) return { changed: all, stopped: message };
    onProgress?.(Math.min(at + CHUNK, ids.length));
  }
  return { changed: all };
}

/** Takes back what was done with these memories; undefined where that can't be. */
export function undoOf(
  action: Action,
  ids: readonly string[],
  options: Options,
): (() => ReturnType<typeof runBulk>) | undefined {
  const opposite = OPPOSITES[action];
  return opposite && (() => runBulk(opposite, ids, options));
}

/** Shows what was done before the server's own news of it comes. */
function show(action: Action, tag: string | undefined, memories: readonly Memory[], ids: readonly string[]): void {
  if (action === "refresh" || action === "restore") return;
  if (action === "delete") tellChanged([], ids);
  else tellChanged(memories.map((memory) => changed(memory, partOf(action, tag, memory))));
}

function partOf(action: Action, tag: string | undefined, { tags }: Memory): Part {
  switch (action) {
    case "star":
    case "unstar":
      return { starred: action === "star" };
    case "archive":
    case "unarchive":
      return { archived: action === "archive" };
    case "read":
    case "unread":
      return { unread: action === "unread" };
    case "tag":
      return tag ? { tags: [...withTag(tags, tag)] } : {};
    case "untag":
      return tag ? { tags: tags.filter((other) => tagKey(other) !== tagKey(tag)) } : {};
    default:
      return {};
  }
}

/** Memories as a file, with its name. */
export async function exportMemories(
  ids: readonly string[],
  format: "markdown" | "json",
): Promise<{ file: Blob; name: string }> {
  const answer = await client.POST("/api/v1/content/export", { body: { ids: [...ids], format }, parseAs: "blob" });
  const file = (await unwrap(Promise.resolve(answer))) as Blob;
  return { file, name: fileNameIn(answer.response) ?? `engram.${format === "json" ? "json" : "zip"}` };
}
