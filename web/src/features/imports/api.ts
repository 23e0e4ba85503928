/** What the server knows of imports. The only file here that touches the data cache. */

import { useEffect, useMemo, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { client, unwrap } from "@/api/client";
import { logFailure, refusal } from "@/api/errors";
import { follow } from "@/api/follow";
import { upload } from "@/api/upload";
import { download, fileNameIn } from "@/lib/download";
import type { ServerEvent } from "@/lib/event-reader";
import { type Import, isWorking, type Note, type Watched } from "./model";

const KEY = "imports";
const keyOf = (id: string) => ["import", id];

/** How often they are read while one changes and no stream tells of it, in milliseconds; and while one does, of which a word may get lost. */
const POLL = 2000;
const LOOK = 20_000;

const logged = (what: string) => ({ onError: (error: unknown) => logFailure(`reading ${what}`, error) });

const path = (id: string) => ({ params: { path: { id } } });

/** The imports, newest first, as they change. */
export function useImports() {
  const live = useFollowed();
  const read = async () => (await unwrap(client.GET("/api/v1/imports"))).imports;
  const { data, error, mutate } = useSWR<Import[]>(KEY, read, {
    ...logged("the imports"),
    refreshInterval: (latest) => (latest?.some(isWorking) ? (live ? LOOK : POLL) : 0),
  });
  return { imports: data, failed: data === undefined && error !== undefined, refresh: () => mutate() };
}

/** Reads the imports again when the server tells that one changed. Returns whether it does. */
function useFollowed(): boolean {
  const { mutate } = useSWRConfig();
  const [live, setLive] = useState(false);
  useEffect(() => {
    const reread = () => mutate((key) => key === KEY || (Array.isArray(key) && key[0] === "import"));
    const changed = (ids: readonly string[]) => {
      void mutate(KEY);
      for (const id of new Set(ids)) void mutate(keyOf(id));
    };
    return follow<string>({ reread, live: setLive, newsIn, changed });
  }, [mutate]);
  return live;
}

/** The id of the import that an event is about. */
function newsIn({ name, data }: ServerEvent): string | undefined {
  if (name !== "import") return undefined;
  try {
    const { id } = JSON.parse(data) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** What is not taken in of the watched folder; nothing while loading. */
export function useWatched(): Watched {
  const { data } = useSWR("watched", () => unwrap(client.GET("/api/v1/watched")), logged("the watched folder"));
  return data ?? { refused: [], count: 0, full: false };
}

/** An import with its first notes; what the list knows of it until then. */
export function useImport(listed: Import): Import {
  const { id } = listed;
  const { data } = useSWR(keyOf(id), () => unwrap(client.GET("/api/v1/imports/{id}", path(id))), logged("an import"));
  // The list may be ahead, and has no notes.
  return useMemo(() => (data ? { ...listed, notes: data.notes } : listed), [data, listed]);
}

/** All notes of an import, page after page. */
export function useNotes(id: string) {
  type Page = { notes: Note[]; next?: string };
  const pages = useSWRInfinite<Page>(
    (index, before: Page | null) => (index > 0 && !before?.next ? null : ["import/notes", id, before?.next]),
    ([, , cursor]: [string, string, string | undefined]) =>
      unwrap(
        client.GET("/api/v1/imports/{id}/notes", {
          params: { path: { id }, query: cursor ? { cursor } : {} },
        }),
      ),
    { ...logged("the notes of an import"), revalidateFirstPage: false, revalidateOnFocus: false },
  );
  return {
    notes: pages.data?.flatMap(({ notes }) => notes),
    more: pages.data?.at(-1)?.next !== undefined,
    readMore: () => pages.setSize(pages.size + 1),
  };
}

const ACTS = {
  start: "/api/v1/imports/{id}/start",
  cancel: "/api/v1/imports/{id}/cancel",
  undo: "/api/v1/imports/{id}/undo",
  retry: "/api/v1/imports/{id}/retry",
} as const;

export type Act = keyof typeof ACTS;

/** The functions that change imports. All reject with the server's reason. */
export function useImportActs() {
  const { mutate } = useSWRConfig();
  const again = (id: string) => Promise.all([mutate(KEY), mutate(keyOf(id))]);

  async function act(id: string, name: Act): Promise<void> {
    try {
      await unwrap(client.POST(ACTS[name], path(id)));
    } finally {
      await again(id);
    }
  }

  /** Forgets an import and its file. What it saved stays. */
  async function forget(id: string): Promise<void> {
    await unwrap(client.DELETE("/api/v1/imports/{id}", path(id)));
    await mutate<Import[]>(KEY, (known) => known?.filter((one) => one.id !== id), { revalidate: false });
  }

  return {
    act,
    forget,
    /** Forgets one that was not started. */
    async discard(id: string): Promise<void> {
      await unwrap(client.POST(ACTS.cancel, path(id)));
      await forget(id);
    },
    /** Resolves to the id of the import, whose preview follows. */
    async send(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<string> {
      const answer = await upload("/api/v1/import", file, onProgress, signal);
      const { id } = (answer ?? {}) as { id?: unknown };
      if (typeof id !== "string") throw refusal(202, answer);
      await mutate(KEY);
      return id;
    },
  };
}

/** Saves the notes of an import as a file. */
export async function saveNotes(id: string): Promise<void> {
  const call = await client.GET("/api/v1/imports/{id}/notes.csv", { ...path(id), parseAs: "blob" });
  const file = (await unwrap(Promise.resolve(call))) as unknown as Blob;
  download(file, fileNameIn(call.response) ?? "engram-import-notes.csv");
}
