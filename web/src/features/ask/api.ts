import { client, unwrap } from "@/api/client";
import { NOTHING, readAnswer } from "./answer-stream";
import type { Category, Found } from "./model";

const STREAM = "text/event-stream";

/**
 * Asks the memories. Answers are not cached: the same question may find more a minute later. A server that answers piece
 * by piece tells `onPart` what has come so far. With a conversation it is asked in what was said there.
 */
export async function search(
  query: string,
  type: Category,
  signal: AbortSignal,
  onPart: (soFar: Found) => void,
  conversation?: string,
): Promise<Found> {
  const answered = await client.POST("/api/v1/vector-search", {
    body: { query, type, ...(conversation && { conversation }) },
    headers: {
      accept: `${STREAM}, application/json;q=0.9`,
      // What "yesterday" means.
      "time-zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    parseAs: "stream",
    signal,
  });
  const body = await unwrap(Promise.resolve(answered));
  const { headers } = answered.response;
  return headers.get("content-type")?.startsWith(STREAM)
    ? readAnswer(body as ReadableStream<Uint8Array>, onPart)
    : { ...NOTHING, ...(await new Response(body).json()) };
}
