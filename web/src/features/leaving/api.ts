import { client, unwrap } from "@/api/client";
import { sessionName } from "@/api/draft";
import type { Format } from "./model";

/** Resolves to an address from which a browser downloads an export, for some minutes. */
export async function linkOf(format: Format): Promise<string> {
  return (await unwrap(client.POST("/api/v1/export/link", { body: { format } }))).url;
}

/** Deletes the account. Rejects with 400 for another name, 403 for a wrong password, and says why it can't be done. */
export async function deleteAccount(username: string, password: string): Promise<void> {
  await unwrap(client.DELETE("/api/v1/account", { body: { username, password } }));
}

/** Removes what a user wrote in notes and did not save, and leaves that of others who use this browser. */
export function forgetNotes(username: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("note-draft:") && isOf(username, localStorage.getItem(key))) localStorage.removeItem(key);
}

function isOf(username: string, kept: string | null): boolean {
  try {
    const { owner, session } = JSON.parse(kept ?? "") as { owner?: string; session?: string };
    return owner ? owner === username.toLowerCase() : session === sessionName();
  } catch {
    return false;
  }
}
