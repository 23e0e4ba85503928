import { type ReactNode, useState } from "react";
import { SWRConfig } from "swr";
import { useToken } from "@/api/session";
import { Connection } from "@/features/connection";
import { cacheOptions } from "./cache-options";

/**
 * A data cache for one signed-in person: whoever signs in next starts with an empty one. And a word when the server that
 * fills it can't be reached.
 */
export function PrivateData({ children }: { children: ReactNode }) {
  const token = useToken();
  const [owner, setOwner] = useState(token);
  // A token that merely went leaves the page as it is, with "Log In" in the header.
  if (token && token !== owner) setOwner(token);
  return (
    <SWRConfig key={owner} value={{ ...cacheOptions, provider: () => new Map() }}>
      {children}
      <Connection />
    </SWRConfig>
  );
}
