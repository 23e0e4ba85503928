import useSWR from "swr";
import { logFailure } from "@/api/errors";

/** What a server is set to that nobody has set up. */
const DEFAULTS = { supportEmail: "support@engram.local", salesEmail: "sales@engram.local" };

/** The addresses to write to. What calls the server is loaded for it: the page is drawn at the build as well. */
export function useContact(): typeof DEFAULTS {
  const { data } = useSWR("contact", readContact, {
    onError: (error) => logFailure("reading the addresses", error),
  });
  return data ?? DEFAULTS;
}

async function readContact(): Promise<typeof DEFAULTS> {
  const { client, unwrap } = await import("@/api/client");
  return unwrap(client.GET("/api/v1/contact"));
}
