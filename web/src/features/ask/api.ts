import { client, unwrap } from "@/api/client";
import { NOTHING, readAnswer } from "./answer-stream";
import type { Category, Found } from "./model";

const STREAM = "text/event-stream";

/** What a question is limited to: a conversation, or one memory. */
export type Within = { conversation?: string | undefined; contentId?: string | undefined };

/**
 * Asks a question. Answers are not cached, because the same question may find more a minute later. `onPart` gets each
 * partial answer if the server streams.
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
      // It defines "yesterday".
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
