import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { forgetDrafts } from "@/api/draft";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";
import { clearToken, readyToSignOut, useToken } from "@/api/session";
import { PATIENCE, settledWithin } from "@/lib/settled-within";
import { toast } from "@/ui/toast";

type User = components["schemas"]["UserAnswer"];

/** Returns the signed-in user; undefined until known, and without a token. A failure is logged, never shown. */
export function useUser(): User | undefined {
  const token = useToken();
  return useSWR(token && "user", () => unwrap(client.GET("/api/v1/getuser")), {
    onError: (error) => logFailure("reading the user", error),
  }).data;
}

/** Returns a function that refetches the signed-in user. */
export function useRefreshUser(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate("user");
}

/**
 * Ends the session on the server, and forgets the token whatever the server says. Resolves to false if something speaks against
 * it, which a toast says.
 */
export async function signOut(): Promise<boolean> {
  const reason = await settledWithin(readyToSignOut(), PATIENCE).catch((error) => logFailure("signing out", error));
  if (typeof reason === "string") {
    toast.error(reason);
    return false;
  }
  try {
    await unwrap(client.POST("/api/v1/signout", { signal: AbortSignal.timeout(PATIENCE) }));
  } catch (error) {
    logFailure("signing out", error);
  } finally {
    // The next user of this tab may be another person.
    forgetDrafts();
    clearToken();
  }
  return true;
}
