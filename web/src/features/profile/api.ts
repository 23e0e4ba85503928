import { client, unwrap } from "@/api/client";

/** Rejects with the server's reason: 403 for a wrong old password, 400 for a new one that breaks the rules. */
export async function resetPassword(oldPassword: string, newPassword: string): Promise<void> {
  await unwrap(client.POST("/api/v1/resetpassword", { body: { oldPassword, newPassword } }));
}
