/** The pages of a PDF. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { components } from "@/api/schema";

export type Pages = components["schemas"]["PagesAnswer"];

/** A PDF never changes, so nothing is fetched twice. */
const FIXED = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false };

/** Whether an error may pass: too many pages are being drawn, or the server is away. */
const mayPass = (reason: unknown) => ![400, 404].includes(statusOf(reason) ?? 0);

/** The pages of a memory; undefined while they load, also after an error that may pass. `none`: it has none to show. */
export function usePages(id: string | undefined): { pages: Pages | undefined; none: boolean } {
  const { data, error } = useSWR(
    id === undefined ? null : ["pages", id],
    () => unwrap(client.GET("/api/v1/content/{id}/pages", { params: { path: { id: id ?? "" } } })),
    { ...FIXED, shouldRetryOnError: mayPass, onError: (reason) => mayPass(reason) && logFailure("pages", reason) },
  );
  return { pages: data, none: error !== undefined && data === undefined && !mayPass(error) };
}

/** The words of a page, from 1; undefined while they load, and of no page. */
export function usePageWords(id: string, page: number | undefined) {
  const { data } = useSWR(
    page === undefined ? null : ["page", id, page],
    () => unwrap(client.GET("/api/v1/content/{id}/pages/{page}", { params: { path: { id, page: String(page) } } })),
    { ...FIXED, shouldRetryOnError: mayPass, onError: (reason) => mayPass(reason) && logFailure("a page", reason) },
  );
  return data?.words;
}
