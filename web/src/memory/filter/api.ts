import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { inZone } from "@/lib/zone";
import type { Facets } from "./suggest";

/** The values that a filter's memories have, each with how many; undefined while they are loading, or without a filter. */
export function useFacets(filter: string | undefined): Facets | undefined {
  const { data } = useSWR(
    filter === undefined ? null : ["facets", filter],
    ([, filter]) =>
      unwrap(client.GET("/api/v1/content/facets", { params: { query: filter ? { filter } : {}, header: inZone() } })),
    { keepPreviousData: true, onError: (error) => logFailure("reading what can be filtered", error) },
  );
  return data;
}
