import { useState } from "react";
import { messageOf } from "@/api/errors";
import { isSealed, keyIn, sendBackup, untilReady } from "./send-backup";

type Stage = "choosing" | "sending" | "restored";

/** The upload of a chosen backup. An encrypted one waits for its key. */
export function useRestore() {
  const [stage, setStage] = useState<Stage>("choosing");
  const [file, setFile] = useState<File>();
  const [sealed, setSealed] = useState(false);
  const [part, setPart] = useState(0);
  const [error, setError] = useState<string>();

  async function send(chosen: File, key: string) {
    setStage("sending");
    setPart(0);
    setError(undefined);
    try {
      await sendBackup(chosen, keyIn(key), setPart);
      setPart(1);
      await untilReady();
      setStage("restored");
    } catch (failure) {
      setError(messageOf(failure, "The backup did not arrive. Please try again."));
      setStage("choosing");
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

  return { stage, file, part, sealed, error, choose, send };
}
