/** The email address that saves. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";

export type Mailbox = components["schemas"]["Mailbox"];

/** The address, undefined until it is known, and what changes it. Both reject with the server's reason. */
export function useMailbox() {
  const { data, error, mutate } = useSWR<Mailbox>("email-address", () => unwrap(client.GET("/api/v1/email-address")), {
    onError: (error: unknown) => logFailure("reading the email address", error),
  });
  return {
    mailbox: data,
    failed: data === undefined && error !== undefined,
    retry: () => mutate(),
    async renew(): Promise<void> {
      await mutate(await unwrap(client.POST("/api/v1/email-address")), { revalidate: false });
    },
    async end(): Promise<void> {
      await unwrap(client.DELETE("/api/v1/email-address"));
      await mutate((known) => known && { ...known, address: "", createdAt: null }, { revalidate: false });
    },
  };
}
