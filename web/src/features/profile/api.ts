/** The account of who is signed in. The only file here that touches the data cache. */

import useSWR, { useSWRConfig } from "swr";
import useSWRInfinite, { unstable_serialize } from "swr/infinite";
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

function eventsKey(_: number, before: EventPage | null): readonly ["audit", string | undefined] | null {
  return before && !before.nextCursor ? null : ["audit", before?.nextCursor];
}

/** What happened to the account, the newest first, as far as it was read; undefined until it is. */
export function useEvents() {
  const { data, size, setSize } = useSWRInfinite<EventPage>(
    eventsKey,
    ([, cursor]: ["audit", string | undefined]) =>
      unwrap(client.GET("/api/v1/audit", { params: { query: cursor ? { cursor } : {} } })),
    { onError: (error) => logFailure("reading what happened", error) },
  );
  return {
    events: data?.flatMap((page) => page.events),
    /** Whether the server has more of them. */
    more: Boolean(data?.at(-1)?.nextCursor),
    readMore: () => setSize(size + 1),
  };
}

/** Has everything on the page read anew that an account's change may show in. */
export function useRefresh(): () => void {
  const { mutate } = useSWRConfig();
  return () => {
    for (const key of ["sessions", "usage", unstable_serialize(eventsKey)]) void mutate(key);
  };
}
