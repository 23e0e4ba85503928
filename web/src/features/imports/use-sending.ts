import { useEffect, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";

type Send = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<string>;

export type Sending = { name: string; part: number };

/** What sends a file, how far it has come, and why the last one was refused. `onSent` gets the id of its import. */
export function useSending(send: Send, onSent: (id: string) => void) {
  const [sending, setSending] = useState<Sending>();
  const [refused, setRefused] = useState<{ name: string; message: string }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined) {
    if (!file || running.current) return;
    const { name } = file;
    const own = new AbortController();
    running.current = own;
    setRefused(undefined);
    setSending({ name, part: 0 });
    try {
      onSent(await send(file, (part) => setSending({ name, part }), own.signal));
    } catch (error) {
      if (!own.signal.aborted) {
        if ((statusOf(error) ?? 500) >= 500) logFailure("sending a file", error);
        setRefused({ name, message: messageOf(error, "It did not arrive. Please try again.") });
      }
    } finally {
      running.current = undefined;
      setSending(undefined);
    }
  }

  return { sending, refused, choose, stop: () => running.current?.abort() };
}
