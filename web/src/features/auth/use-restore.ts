import { useState } from "react";
import { messageOf } from "@/api/errors";
import { isSealed, keyIn, sendBackup } from "./send-backup";

/** The upload of a chosen backup. An encrypted one waits for its key. `onSent` is called once the server verified it. */
export function useRestore(onSent: () => void) {
  const [sending, setSending] = useState(false);
  const [file, setFile] = useState<File>();
  const [sealed, setSealed] = useState(false);
  const [key, setKey] = useState("");
  const [part, setPart] = useState(0);
  const [error, setError] = useState<string>();

  async function send(chosen: File, given: string) {
    setKey(given);
    setSending(true);
    setPart(0);
    setError(undefined);
    try {
      await sendBackup(chosen, keyIn(given), setPart);
      onSent();
    } catch (failure) {
      setError(messageOf(failure, "The backup did not arrive. Please try again."));
      setSending(false);
    }
  }

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    setError(undefined);
    const needsKey = await isSealed(chosen).catch(() => false); // what can't be read fails when it is sent
    setSealed(needsKey);
    if (!needsKey) await send(chosen, "");
  }

  return { sending, file, part, sealed, key, error, choose, send };
}
