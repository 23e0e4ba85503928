import { client, unwrap } from "@/api/client";
import { NOTHING, readAnswer } from "./answer-stream";
import type { Category, Found } from "./model";

const STREAM = "text/event-stream";

/** What a question is asked in: what was said in a conversation, one memory alone. */
export type Within = { conversation?: string | undefined; contentId?: string | undefined };

/**
 * Asks the memories. Answers are not cached: the same question may find more a minute later. A server that answers piece
 * by piece tells `onPart` what has come so far.
 */
export async function search(
  query: string,
  type: Category,
  signal: AbortSignal,
  onPart: (soFar: Found) => void,
  { conversation, contentId }: Within = {},
): Promise<Found> {
  const answered = await client.POST("/api/v1/vector-search", {
    body: { query, type, ...(conversation && { conversation }), ...(contentId && { contentId }) },
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
