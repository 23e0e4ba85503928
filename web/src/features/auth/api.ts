import { client, unwrap } from "@/api/client";
import type { Credentials } from "./model";

/** Both calls resolve to the login token. */
export async function signIn(body: Credentials): Promise<string> {
  return (await unwrap(client.POST("/api/v1/signin", { body }))).token;
}

/** Sends the invitation's token too, if there is one. */
export async function signUp(credentials: Credentials, invitation?: string): Promise<string> {
  const body = invitation ? { ...credentials, invitation } : credentials;
  return (await unwrap(client.POST("/api/v1/signup", { body }))).token;
}

/** Rejects with the reason if the invitation is not valid. */
export async function checkInvitation(invitation: string): Promise<void> {
  await unwrap(client.POST("/api/v1/invitation", { body: { invitation } }));
}
