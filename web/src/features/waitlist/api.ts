import { client } from "@/api/client";

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 10_000;

/** Puts an address on the list of those who wait for something. Resolves to the status of the answer, rejects without one. */
export async function joinWaitlist(item: string, email: string): Promise<number> {
  const { response } = await client.POST("/api/v1/waitlist", {
    body: { item, email },
    signal: AbortSignal.timeout(PATIENCE),
  });
  return response.status;
}
