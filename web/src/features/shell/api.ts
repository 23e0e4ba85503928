import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";
import { clearToken, readyToSignOut, useToken } from "@/api/session";

type User = components["schemas"]["UserAnswer"];

/** How long logging out waits for the server, and for what is to be done before, in milliseconds. */
const PATIENCE = 3000;

/** Who is signed in; undefined until it is known, and without a token. A failure is logged, never shown. */
export function useUser(): User | undefined {
  const token = useToken();
  return useSWR(token && "user", () => unwrap(client.GET("/api/v1/getuser")), {
    onError: (error) => logFailure("reading the user", error),
  }).data;
}

/** Reads anew who is signed in, for all of the app. A failure is told as any other of reading it. */
export function useRefreshUser(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate("user");
}

/** Ends the session on the server, and forgets the token whatever the server says. */
export async function signOut(): Promise<void> {
  try {
    await Promise.race([readyToSignOut(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    await unwrap(client.POST("/api/v1/signout", { signal: AbortSignal.timeout(PATIENCE) }));
  } catch (error) {
    logFailure("signing out", error);
  } finally {
    clearToken();
  }
}
