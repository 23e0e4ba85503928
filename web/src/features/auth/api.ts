import { client, unwrap } from "@/api/client";
import type { Credentials } from "./model";

/** Both answer with the login credential. */
export async function signIn(body: Credentials): Promise<string> {
  return (await unwrap(client.POST("/api/v1/signin", { body }))).token;
}

export async function signUp(body: Credentials): Promise<string> {
  return (await unwrap(client.POST("/api/v1/signup", { body }))).token;
}
