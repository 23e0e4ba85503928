import { useEffect, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";

type Send = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<string>;

/** A file on its way, how much of it was sent, and how many files follow it. */
export type Sending = { name: string; part: number; behind: number };

export type Refused = { key: number; name: string; message: string };

/** What sends files one after the other, and why some were refused. `onSent` gets the id of each import. */
export function useSending(send: Send, onSent: (id: string) => void) {
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function sendOne(file: File, key: number, behind: number, signal: AbortSignal) {
    const { name } = file;
    setSending({ name, part: 0, behind });
    try {
      onSent(await send(file, (part) => setSending({ name, part, behind }), signal));
    } catch (error) {
      if (signal.aborted) return;
      if ((statusOf(error) ?? 500) >= 500) logFailure("sending a file", error);
      const message = messageOf(error, "It did not arrive. Please try again.");
      setRefused((before) => [...before, { key, name, message }]);
    }
  }

  async function choose(files: readonly File[]) {
    if (files.length === 0 || running.current) return;
    const own = new AbortController();
    running.current = own;
    setRefused([]);
    for (const [at, file] of files.entries()) {
      if (own.signal.aborted) break;
      await sendOne(file, at, files.length - 1 - at, own.signal);
    }
    running.current = undefined;
    setSending(undefined);
  }

  /** Stops the file on its way, and those that follow it. */
  const stop = () => running.current?.abort();

  return { sending, refused, choose, stop };
}
