import { client, unwrap } from "@/api/client";
import type { Category, Found } from "./model";

/** Asks the memories. Answers are not cached: the same question may find more a minute later. */
export function search(query: string, type: Category, signal: AbortSignal): Promise<Found> {
  return unwrap(client.POST("/api/v1/vector-search", { body: { query, type }, signal }));
}
