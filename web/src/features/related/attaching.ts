/** Files that are being attached to memories, one after another. They go on when the memory is closed meanwhile. */

import { useSyncExternalStore } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { FORMAT_NAMES, looksReadable } from "@/api/formats";
import { sendFile } from "@/api/send-file";
import { beforeSignOut, onTokenExpired } from "@/api/session";
import { toast } from "@/ui/toast";
import { attachFile } from "./files-api";

export type Attaching = {
  key: number;
  /** The id of the memory. */
  memory: string;
  file: File;
  /** Of the upload, 0 to 1; undefined before its turn. */
  progress?: number;
  /** Where the upload is, once it is done. */
  url?: string;
  /** Why it is not attached, and whether it may be another time. */
  failure?: { message: string; again: boolean };
};

/** The server's no to the file itself, or to a memory that is gone. It will say the same the next time. */
const FOR_GOOD: readonly (number | undefined)[] = [404, 413, 415];

let all: readonly Attaching[] = [];
let keys = 0;
let last: Promise<void> = Promise.resolve();
const running = new Map<number, AbortController>();
const listeners = new Set<{ memory: string; tell: () => void }>();

function set(next: readonly Attaching[]): void {
  all = next;
  for (const { tell } of listeners) tell();
}

const change = (key: number, part: Partial<Attaching>) =>
  set(all.map((one) => (one.key === key ? { ...one, ...part } : one)));

/** The files that are on their way to a memory, and those that did not arrive. */
export function useAttaching(memory: string): readonly Attaching[] {
  const files = useSyncExternalStore(
    (tell) => {
      const listener = { memory, tell };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => all,
  );
  return files.filter((one) => one.memory === memory);
}

/** Attaches files to a memory. */
export function attach(memory: string, files: readonly File[]): void {
  const added = files.map((file): Attaching => {
    keys += 1;
    const failure = { message: `${file.name} is not a ${FORMAT_NAMES}`, again: false };
    return { key: keys, memory, file, ...(!looksReadable(file) && { failure }) };
  });
  set([...all, ...added]);
  for (const { key, failure } of added) if (!failure) queue(key);
}

/** Takes a file out that is not attached yet. */
export function drop(key: number): void {
  running.get(key)?.abort();
  set(all.filter((one) => one.key !== key));
}

export function again(key: number): void {
  set(all.map((one) => (one.key === key ? withoutFailure(one) : one)));
  queue(key);
}

function withoutFailure({ failure, progress, ...one }: Attaching): Attaching {
  return one;
}

function queue(key: number): void {
  last = last.then(() => send(key));
}

async function send(key: number): Promise<void> {
  const one = all.find((other) => other.key === key);
  if (!one) return;
  const controller = new AbortController();
  running.set(key, controller);
  try {
    change(key, { progress: one.url ? 1 : 0 });
    const url = one.url ?? (await sendFile(one.file, (progress) => change(key, { progress }), controller.signal)).url;
    // What is dropped by now was uploaded, and is removed by the server after a day.
    if (controller.signal.aborted) return;
    change(key, { url, progress: 1 });
    await attachFile(one.memory, url);
    drop(key);
  } catch (error) {
    if (!controller.signal.aborted) fail(one, error);
  } finally {
    running.delete(key);
  }
}

function fail({ key, memory, file }: Attaching, error: unknown): void {
  logFailure("attaching a file", error);
  const message = messageOf(error, `${file.name} did not arrive. Please try again.`);
  const isSeen = [...listeners].some((listener) => listener.memory === memory);
  if (isSeen) {
    change(key, { failure: { message, again: !FOR_GOOD.includes(statusOf(error)) } });
  } else {
    toast.error(`${file.name} is not attached`, { description: message });
    drop(key);
  }
}

const dropAll = () => {
  for (const { key } of all) drop(key);
};
// They are not the next user's.
onTokenExpired(dropAll);
beforeSignOut(async () => dropAll());
