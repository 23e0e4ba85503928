import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";

/** The default address of a server without one of its own. */
const DEFAULTS = { supportEmail: "support@engram.local", salesEmail: "sales@engram.local" };

/** Returns the default addresses, then those of this server. */
export function useContact(): typeof DEFAULTS {
  const { data } = useSWR("contact", () => unwrap(client.GET("/api/v1/contact")), {
    onError: (error) => logFailure("reading the addresses", error),
  });
  return data ?? DEFAULTS;
}
