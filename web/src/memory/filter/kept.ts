/** Filters that are kept under a name. */

import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";

export type Kept = components["schemas"]["KeptFilter"];

const KEY = "filters";

/** The kept filters; undefined while they are loading, or not wanted yet. */
export function useKept(wanted = true): readonly Kept[] | undefined {
  const { data } = useSWR(wanted ? KEY : null, async () => (await unwrap(client.GET("/api/v1/filters"))).filters, {
    onError: (error) => logFailure("reading the kept filters", error),
  });
  return data;
}

/** The functions that change them. All reject with the reason. */
export function useKeeping() {
  const { mutate } = useSWRConfig();
  const again = <Result>(call: Promise<Result>) => call.finally(() => mutate(KEY));
  const of = (id: string) => ({ params: { path: { id } } });
  return {
    keep: (body: Omit<Kept, "id">) => again(unwrap(client.POST("/api/v1/filters", { body }))),
    rename: (id: string, name: string) =>
      again(unwrap(client.PATCH("/api/v1/filters/{id}", { ...of(id), body: { name } }))),
    remove: (id: string) => again(unwrap(client.DELETE("/api/v1/filters/{id}", of(id)))),
  };
}
