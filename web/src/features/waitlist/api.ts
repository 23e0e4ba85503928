import { client } from "@/api/client";

/** The timeout of the request, in milliseconds. */
const PATIENCE = 10_000;

/** Adds an email address to a waitlist. Resolves to the status of the response, rejects if there is none. */
export async function joinWaitlist(item: string, email: string): Promise<number> {
  const { response } = await client.POST("/api/v1/waitlist", {
    body: { item, email },
    signal: AbortSignal.timeout(PATIENCE),
  });
  return response.status;
}
