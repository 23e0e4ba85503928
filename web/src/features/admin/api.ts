/** What owners see and do of the whole Engram. The only file here that touches the data cache. */

import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { type Backups, isBusy, type Overview, type People, type Role } from "./model";

/** How often the overview is read while there is work to be done, in milliseconds. */
const WORK_POLL = 5000;

/** How often the backups are read while one is made, in milliseconds. */
const BACKUP_POLL = 1000;

const logged = (what: string) => ({ onError: (error: unknown) => logFailure(`reading ${what}`, error) });

/** What was read, undefined until it is, and the way to read it anew. */
function known<T>({ data, error, mutate }: { data: T | undefined; error: unknown; mutate: () => Promise<unknown> }) {
  return { data, failed: data === undefined && error !== undefined, refresh: () => mutate() };
}

const interval = (overview?: Overview) => (overview && isBusy(overview) ? WORK_POLL : 0);

export function useOverview() {
  const read = () => unwrap(client.GET("/api/v1/admin/overview"));
  return known(useSWR("admin/overview", read, { ...logged("the overview"), refreshInterval: interval }));
}

export function useInvitations() {
  const read = async () => (await unwrap(client.GET("/api/v1/admin/invitations"))).invitations;
  return known(useSWR("admin/invitations", read, logged("the invitations")));
}

export function useBackups() {
  const read = () => unwrap(client.GET("/api/v1/admin/backups"));
  const refreshInterval = (latest?: Backups) => (latest?.making ? BACKUP_POLL : 0);
  const options = { ...logged("the backups"), refreshInterval, dedupingInterval: BACKUP_POLL / 2 };
  return known(useSWR("admin/backups", read, options));
}

/** The accounts loaded so far, the oldest first. */
export function usePeople() {
  const pages = useSWRInfinite(
    (_, before: People | null) => (before && !before.more ? null : ["admin/people", before?.people.at(-1)?.id]),
    ([, after]) => unwrap(client.GET("/api/v1/admin/people", { params: { query: after ? { after } : {} } })),
    logged("the people"),
  );
  const { data, ...rest } = known(pages);
  return {
    ...rest,
    people: data?.flatMap(({ people }) => people),
    more: data?.at(-1)?.more ?? false,
    files: data?.[0]?.files,
    readMore: () => pages.setSize(pages.size + 1),
  };
}

const person = (id: string) => ({ params: { path: { id } } });

export async function setRole(id: string, role: Role): Promise<void> {
  await unwrap(client.PUT("/api/v1/admin/people/{id}/role", { ...person(id), body: { role } }));
}

/** A disabled account is signed out everywhere. */
export async function setDisabled(id: string, disabled: boolean): Promise<void> {
  await unwrap(client.PUT("/api/v1/admin/people/{id}/disabled", { ...person(id), body: { disabled } }));
}

/** Resolves to the new password, which the server never returns again. */
export async function resetPassword(id: string): Promise<string> {
  return (await unwrap(client.POST("/api/v1/admin/people/{id}/password", person(id)))).password;
}

/** Resolves to the link, which the server never returns again. */
export async function invite(): Promise<string> {
  return (await unwrap(client.POST("/api/v1/admin/invitations"))).link;
}

export async function revoke(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/v1/admin/invitations/{id}", person(id)));
}

/** Has a backup made, which may take longer than the call. */
export async function backUp(): Promise<void> {
  await unwrap(client.POST("/api/v1/admin/backups"));
}

/** Has a failed job done now. */
export async function retry(id: number): Promise<void> {
  await unwrap(client.POST("/api/v1/admin/jobs/{id}/retry", { params: { path: { id } } }));
}
