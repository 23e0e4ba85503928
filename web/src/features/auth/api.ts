import { client, unwrap } from "@/api/client";
import type { Credentials } from "./model";

/** Both answer with the login credential. */
export async function signIn(body: Credentials): Promise<string> {
  return (await unwrap(client.POST("/api/v1/signin", { body }))).token;
}

/** Where an invitation is needed, its token comes along. */
export async function signUp(credentials: Credentials, invitation?: string): Promise<string> {
  const body = invitation ? { ...credentials, invitation } : credentials;
  return (await unwrap(client.POST("/api/v1/signup", { body }))).token;
}

/** Rejects with the reason where an invitation lets nobody in. */
export async function checkInvitation(invitation: string): Promise<void> {
  await unwrap(client.POST("/api/v1/invitation", { body: { invitation } }));
}
