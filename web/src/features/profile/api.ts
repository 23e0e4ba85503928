/** The signed-in user's account. The only file here that touches the data cache. */

import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { AccountEvent, Session, Subscription, Usage } from "./model";

/** Rejects with the server's message: 403 for a wrong old password, 400 for a new one that breaks the rules. */
export async function resetPassword(oldPassword: string, newPassword: string): Promise<void> {
  await unwrap(client.POST("/api/v1/resetpassword", { body: { oldPassword, newPassword } }));
}

/** Saves an email address, or removes it if empty. Rejects with 400 if it is not valid. */
export async function setEmail(email: string): Promise<void> {
  await unwrap(client.PUT("/api/v1/email", { body: { email } }));
}

/** Cancels the membership immediately. */
export async function cancelMembership(): Promise<void> {
  await unwrap(client.GET("/api/v1/cancel-subscription"));
}

/** Returns how much of the plan is used. Undefined while loading. */
export function useUsage(): Usage | undefined {
  return useSWR("usage", () => unwrap(client.GET("/api/v1/usage")), {
    onError: (error) => logFailure("reading the usage", error),
  }).data;
}

/** Returns a membership. Undefined while loading and without an id. */
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

/** Returns the user's sessions, undefined while loading, and functions that end the other ones. */
export function useSessions() {
  const { data, mutate } = useSWR<Session[]>("sessions", readSessions, {
    onError: (error) => logFailure("reading the sessions", error),
  });

  /** Resolves when the session has ended, also if it had ended before. */
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

/** Returns the loaded part of the account's audit log, newest first. Undefined while loading. */
export function useEvents() {
  const { data, mutate } = useSWR<EventPage>("audit", () => readEvents(), {
    onError: (error) => logFailure("reading what happened", error),
    // Revalidating drops all pages but the first, so it is not done while the user may be reading further down.
    revalidateOnFocus: false,
  });

  /** Resolves when the next page has been appended. */
  async function readMore(): Promise<void> {
    const next = await readEvents(data?.nextCursor);
    // If the list was refetched meanwhile, appending this page would leave a gap.
    const joined = (known?: EventPage) =>
      known?.nextCursor === data?.nextCursor ? { ...next, events: [...(known?.events ?? []), ...next.events] } : known;
    await mutate(joined, { revalidate: false });
  }

  return { events: data?.events, more: Boolean(data?.nextCursor), readMore };
}

/** Refetches everything on the page that a change to the account may affect. */
export function useRefresh(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    for (const key of ["sessions", "usage", "audit"]) void mutate(key);
  };
}
