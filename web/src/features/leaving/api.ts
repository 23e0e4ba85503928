import { client, unwrap } from "@/api/client";
import type { Format } from "./model";

/** Resolves to an address from which a browser downloads an export, for some minutes. */
export async function linkOf(format: Format): Promise<string> {
  return (await unwrap(client.POST("/api/v1/export/link", { body: { format } }))).url;
}
