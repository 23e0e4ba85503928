import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { statusOf } from "@/api/errors";
import { useToken } from "@/api/session";
import type { Memory } from "@/memory/kinds";

/** The memory that holds an address already; undefined where there is none, or it is not known. */
export function useSavedBefore(link: string): Memory | undefined {
  const token = useToken();
  return useSWR(token && link ? ["at", link] : null, () => readAt(link), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
    keepPreviousData: false,
  }).data;
}

async function readAt(url: string): Promise<Memory | undefined> {
  try {
    return (await unwrap(client.GET("/api/v1/content/at", { params: { query: { url } } }))).content;
  } catch (error) {
    // What is being typed may be no address yet.
    if (statusOf(error) === 400) return undefined;
    throw error;
  }
}
