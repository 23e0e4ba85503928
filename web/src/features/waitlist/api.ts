/**
 * Puts an address on the list of those who wait for something, and rejects when it did not get there. What calls the
 * server is loaded for it: the pages are drawn at the build as well, where there is no browser.
 */
export async function joinWaitlist(item: string, email: string): Promise<void> {
  const { client, unwrap } = await import("@/api/client");
  await unwrap(client.POST("/api/v1/waitlist", { body: { item, email } }));
}
