import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { type State, SWRConfig, useSWRConfig } from "swr";
import { onPlanChange } from "@/api/plan-changes";
import { getToken, useToken } from "@/api/session";
import { Connection } from "@/features/connection";
import { afterwards } from "@/lib/afterwards";
import { cacheOptions } from "./cache-options";
import { paths } from "./paths";

type Data = Map<string, State>;

// Every page is whole without it.
const Device = lazy<ComponentType<{ savePath: string }>>(() =>
  new Promise<typeof import("@/features/save/device")>((resolve) =>
    afterwards(() => resolve(import("@/features/save/device"))),
  ).catch(() => ({ default: () => null })),
);

/** The cached data of one signed-in user. It outlives the pages that read it. */
let kept: { owner: string | null; data: Data } | undefined;

/** Returns a new cache with the user's data, since SWR disposes of a provider with its page. */
function cacheOf(owner: string | null): Data {
  const known = kept?.owner === owner ? [...kept.data] : [];
  const data: Data = new Map(known.map(([key, { data }]) => [key, { data }]));
  kept = { owner, data };
  return data;
}

/** Drops the data of a user who has signed out. */
function forgetUnowned() {
  if (!getToken()) kept = undefined;
}

/**
 * Provides the data cache of one signed-in user; the next user starts with an empty one. Also shows a line when the server
 * can't be reached.
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
      <Connection>
        <Suspense fallback={null}>
          <Device savePath={paths.save} />
        </Suspense>
      </Connection>
      <PlanOfNow />
    </SWRConfig>
  );
}

/** Refetches what shows the plan when it changes. A payment may be saved long after its page was left. */
function PlanOfNow() {
  const { mutate } = useSWRConfig();
  useEffect(() => onPlanChange(() => ["user", "usage", "audit"].forEach((key) => void mutate(key))), [mutate]);
  return null;
}
