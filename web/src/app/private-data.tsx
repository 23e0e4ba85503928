import { type ReactNode, useEffect, useState } from "react";
import { type State, SWRConfig, useSWRConfig } from "swr";
import { onPlanChange } from "@/api/plan-changes";
import { getToken, useToken } from "@/api/session";
import { Connection } from "@/features/connection";
import { cacheOptions } from "./cache-options";

type Data = Map<string, State>;

/** What was read for one signed-in person. It stays while they visit other pages. */
let kept: { owner: string | null; data: Data } | undefined;

/** A cache with what is known already. The library takes each one for a single page, so it is another. */
function cacheOf(owner: string | null): Data {
  const known = kept?.owner === owner ? [...kept.data] : [];
  const data: Data = new Map(known.map(([key, { data }]) => [key, { data }]));
  kept = { owner, data };
  return data;
}

/** Nothing stays of whoever has signed out. */
function forgetUnowned() {
  if (!getToken()) kept = undefined;
}

/**
 * A data cache for one signed-in person: whoever signs in next starts with an empty one. And a word when the server that
 * fills it can't be reached.
 */
export function PrivateData({ children }: { children: ReactNode }) {
  const token = useToken();
  const [owner, setOwner] = useState(token);
  // A token that merely went leaves the page as it is, with "Log In" in the header.
  if (token && token !== owner) setOwner(token);
  useEffect(() => forgetUnowned, []);
  return (
    <SWRConfig key={owner} value={{ ...cacheOptions, provider: () => cacheOf(owner) }}>
      {children}
      <Connection />
      <PlanOfNow />
    </SWRConfig>
  );
}

/** Has what a plan shows in read anew when it changes. A payment may be saved long after the page that saves it has gone. */
function PlanOfNow() {
  const { mutate } = useSWRConfig();
  useEffect(() => onPlanChange(() => ["user", "usage", "audit"].forEach((key) => void mutate(key))), [mutate]);
  return null;
}
