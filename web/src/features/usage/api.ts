/** What was used. The only file here that touches the data cache. */

import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { download, fileNameIn } from "@/lib/download";
import type { Call, Range } from "./model";

const logged = (what: string) => ({ onError: (error: unknown) => logFailure(`reading ${what}`, error) });

/** What was read, undefined until it is, and the way to read it again. */
function known<T>({ data, error, mutate }: { data: T | undefined; error: unknown; mutate: () => Promise<unknown> }) {
  return { data, failed: data === undefined && error !== undefined, retry: () => mutate() };
}

export function useDays(range: Range) {
  const read = () => unwrap(client.GET("/api/v1/usage/days", { params: { query: { days: Number(range) } } }));
  return known(useSWR(["usage/days", range], read, { ...logged("the days"), keepPreviousData: true }));
}

export function useStorage() {
  return known(useSWR("usage/storage", () => unwrap(client.GET("/api/v1/usage/storage")), logged("the storage")));
}

type Page = { calls: Call[]; next?: string };

/** The calls loaded so far, the newest first. */
export function useCalls() {
  const pages = useSWRInfinite<Page>(
    (index, before: Page | null) => (index > 0 && !before?.next ? null : ["usage/ai", before?.next]),
    ([, cursor]: [string, string | undefined]) =>
      unwrap(client.GET("/api/v1/usage/ai", { params: { query: cursor ? { cursor } : {} } })),
    { ...logged("what was sent"), revalidateFirstPage: false, revalidateOnFocus: false },
  );
  return {
    ...known(pages),
    calls: pages.data?.flatMap(({ calls }) => calls),
    more: pages.data?.at(-1)?.next !== undefined,
    readMore: () => pages.setSize(pages.size + 1),
  };
}

const TABLES = {
  days: "/api/v1/usage/days.csv",
  ai: "/api/v1/usage/ai.csv",
  audit: "/api/v1/audit.csv",
} as const;

export type Table = keyof typeof TABLES;

/** Saves a table as a file. */
export async function saveTable(table: Table): Promise<void> {
  const answer = await client.GET(TABLES[table], { parseAs: "blob" });
  const file: unknown = await unwrap(Promise.resolve(answer));
  download(file as Blob, fileNameIn(answer.response) ?? `engram-${table}.csv`);
}
