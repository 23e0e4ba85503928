import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";

/** What a server is set to that nobody has set up. */
const DEFAULTS = { supportEmail: "support@engram.local", salesEmail: "sales@engram.local" };

/** The addresses to write to: those of any server, then those of this one. */
export function useContact(): typeof DEFAULTS {
  const { data } = useSWR("contact", () => unwrap(client.GET("/api/v1/contact")), {
    onError: (error) => logFailure("reading the addresses", error),
  });
  return data ?? DEFAULTS;
}
