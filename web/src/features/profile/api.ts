/** The signed-in user's account. The only file here that touches the data cache. */

import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { AccountEvent, Session, Subscription, Usage } from "./model";

/** Rejects with the server's reason: 403 for a wrong old password, 400 for a new one that breaks the rules. */
export async function resetPassword(oldPassword: string, newPassword: string): Promise<void> {
  await unwrap(client.POST("/api/v1/resetpassword", { body: { oldPassword, newPassword } }));
}

/** Keeps an address; "" removes it. Rejects with 400 for what is none. */
export async function setEmail(email: string): Promise<void> {
  await unwrap(client.PUT("/api/v1/email", { body: { email } }));
}

/** Ends the membership at once. */
export async function cancelMembership(): Promise<void> {
  await unwrap(client.GET("/api/v1/cancel-subscription"));
}

/** How much of the plan is used; undefined until it is known. */
export function useUsage(): Usage | undefined {
  return useSWR("usage", () => unwrap(client.GET("/api/v1/usage")), {
    onError: (error) => logFailure("reading the usage", error),
  }).data;
}

/** A membership; undefined without an id and until it is known. */
export function useSubscription(id: string | null): Subscription | undefined {
  return useSWR(
    id && ["subscription", id],
    () => unwrap(client.GET("/api/v1/subscription/{id}", { params: { path: { id: id ?? "" } } })),
    {
      onError: (error) => logFailure("reading the membership", error),
      shouldRetryOnError: (error) => statusOf(error) !== 404,
    },
  ).data;
}

const readSessions = async () => (await unwrap(client.GET("/api/v1/sessions"))).sessions;

/** Where one is signed in, undefined until it is known, and the ways to end that elsewhere. */
export function useSessions() {
  const { data, mutate } = useSWR<Session[]>("sessions", readSessions, {
    onError: (error) => logFailure("reading the sessions", error),
  });

  /** Resolves when it has ended; that it had ended before is as good. */
  async function end(id: string): Promise<void> {
    try {
      await unwrap(client.DELETE("/api/v1/sessions/{id}", { params: { path: { id } } }));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
    await mutate((known) => known?.filter((session) => session.id !== id), { revalidate: false });
  }

  async function endOthers(): Promise<void> {
    await unwrap(client.DELETE("/api/v1/sessions"));
    await mutate((known) => known?.filter((session) => session.current), { revalidate: false });
  }

  return { sessions: data, end, endOthers };
}

type EventPage = { events: AccountEvent[]; nextCursor?: string };

const readEvents = (cursor?: string): Promise<EventPage> =>
  unwrap(client.GET("/api/v1/audit", { params: { query: cursor ? { cursor } : {} } }));

/** What happened to the account, the newest first, as far as it was read; undefined until it is. */
export function useEvents() {
  const { data, mutate } = useSWR<EventPage>("audit", () => readEvents(), {
    onError: (error) => logFailure("reading what happened", error),
    // Read anew, the list ends with its first page: not while somebody reads further down.
    revalidateOnFocus: false,
  });

  /** Resolves when the next page is there. */
  async function readMore(): Promise<void> {
    const next = await readEvents(data?.nextCursor);
    // Read anew meanwhile, the list ends elsewhere: what would leave a gap is left out.
    const joined = (known?: EventPage) =>
      known?.nextCursor === data?.nextCursor ? { ...next, events: [...(known?.events ?? []), ...next.events] } : known;
    await mutate(joined, { revalidate: false });
  }

  return { events: data?.events, more: Boolean(data?.nextCursor), readMore };
}

/** Has everything on the page read anew that an account's change may show in. */
export function useRefresh(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    for (const key of ["sessions", "usage", "audit"]) void mutate(key);
  };
}
