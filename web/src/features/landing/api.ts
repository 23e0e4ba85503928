/** What the landing page reads from the server. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import defaults from "@/api/plans.json";
import { type Contact, DEFAULT_CONTACT, type Person, type Plan } from "./model";

/** Each is read once: nothing of it changes while somebody looks. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false };

const DEFAULT_PLANS = defaults.plans as Plan[];

/** The plans as the program comes, then as its operator has set them. */
export function usePlans(): readonly Plan[] {
  const { data } = useSWR("plans", () => unwrap(client.GET("/api/v1/plans")), {
    ...ONCE,
    onError: (error) => logFailure("reading the plans", error),
  });
  return data?.plans ?? DEFAULT_PLANS;
}

/** Where mail goes. */
export function useContact(): Contact {
  const { data } = useSWR("contact", () => unwrap(client.GET("/api/v1/contact")), {
    ...ONCE,
    onError: (error) => logFailure("reading the addresses", error),
  });
  return data ?? DEFAULT_CONTACT;
}

const NOBODY: readonly Person[] = [];

/** Three made-up people; none until they are known, or when they can't be had. */
export function usePeople(): readonly Person[] {
  const { data } = useSWR("people", () => unwrap(client.GET("/api/v1/people")), {
    ...ONCE,
    onError: (error) => logFailure("reading the sample people", error),
  });
  return data?.people ?? NOBODY;
}
