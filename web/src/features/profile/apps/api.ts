/** The programs that a person connected. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { components } from "@/api/schema";

export type App = components["schemas"]["App"];

/** The connected programs, newest first, undefined while loading, and a function that disconnects one. */
export function useApps() {
  const read = async () => (await unwrap(client.GET("/api/v1/apps"))).apps;
  const { data, mutate } = useSWR<App[]>("apps", read, {
    onError: (error) => logFailure("reading the connected apps", error),
  });

  /** Resolves when the program is disconnected, also if it was before. */
  async function end(id: string): Promise<void> {
    try {
      await unwrap(client.DELETE("/api/v1/apps/{id}", { params: { path: { id } } }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
    await mutate((known) => known?.filter((app) => app.id !== id), { revalidate: false });
  }

  return { apps: data, end };
}
