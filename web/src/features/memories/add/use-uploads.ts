import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { messageOf, statusOf } from "@/api/errors";
import { FORMAT_NAMES, looksReadable } from "@/api/formats";
import { sendFile } from "@/api/send-file";
import { failureOf, reduceUploads, startable } from "./uploads";

/** The server's no to the file itself: too large, or of no format that is read. It will say the same the next time. */
const FOR_GOOD: readonly (number | undefined)[] = [413, 415];

/** Tells one chosen file from the next. crypto.randomUUID would need https, which not every house has. */
let chosen = 0;

/** The chosen files, sent up to six at a time, and what went wrong last. */
export function useUploads() {
  const [uploads, dispatch] = useReducer(reduceUploads, []);
  const [refused, setRefused] = useState<string>();
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    for (const { id, file } of startable(uploads)) {
      if (running.current.has(id)) continue;
      const controller = new AbortController();
      running.current.set(id, controller);
      dispatch({ type: "started", id });
      sendFile(file, (progress) => dispatch({ type: "progressed", id, progress }), controller.signal)
        .then(({ url, name }) => dispatch({ type: "sent", id, url, name }))
        .catch((reason) => {
          if (controller.signal.aborted) return;
          const message = messageOf(reason, `${file.name} did not arrive. Please try again.`);
          dispatch({ type: "failed", id, failure: { message, again: !FOR_GOOD.includes(statusOf(reason)) } });
        })
        .finally(() => running.current.delete(id));
    }
  }, [uploads]);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const choose = useCallback((files: readonly File[]) => {
    const other = files.find((file) => !looksReadable(file));
    setRefused(other && `${other.name} is not a ${FORMAT_NAMES}`);
    dispatch({ type: "chosen", files: files.filter(looksReadable).map((file) => ({ id: `file-${++chosen}`, file })) });
  }, []);

  const remove = useCallback((ids: readonly string[]) => {
    for (const id of ids) running.current.get(id)?.abort();
    dispatch({ type: "removed", ids });
    setRefused(undefined);
  }, []);

  const again = useCallback((id: string) => dispatch({ type: "again", id }), []);

  return { uploads, error: refused ?? failureOf(uploads), choose, remove, again };
}
