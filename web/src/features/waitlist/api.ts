import { client } from "@/api/client";

/** Puts an address on the list of those who wait for something. Resolves to the status of the answer, rejects without one. */
export async function joinWaitlist(item: string, email: string): Promise<number> {
  const { response } = await client.POST("/api/v1/waitlist", { body: { item, email } });
  return response.status;
}
