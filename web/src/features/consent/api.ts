/** What a program that wants to be connected asks for. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Asked = components["schemas"]["RequestAnswer"];
export type Scope = Asked["scopes"][number];

/** The request that a query makes, and why it was refused. Neither while loading. It is read once: reading it anew would undo choices. */
export function useAsked(query: string): { asked: Asked | undefined; refused: unknown } {
  const { data, error } = useSWR(
    ["consent", query],
    () => unwrap(client.POST("/api/v1/apps/request", { body: { query } })),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  return { asked: data, refused: error };
}

/** The name of the signed-in user, undefined while loading. */
export function useName(): string | undefined {
  return useSWR("consent/name", () => unwrap(client.GET("/api/v1/getusername"))).data?.username;
}

/** Resolves with the address to lead on to. Rejects with the server's reason. */
export async function decide(query: string, ticket: string, scopes: Scope[] | null): Promise<string> {
  const body = { query, ticket, allow: scopes !== null, scopes: scopes ?? [] };
  return (await unwrap(client.POST("/api/v1/apps/consent", { body }))).redirect;
}
