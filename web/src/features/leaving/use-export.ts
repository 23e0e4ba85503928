import { useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { downloadFrom } from "@/lib/download";
import { linkOf } from "./api";
import type { Format } from "./model";

/** What begins an export, and whether the last one was begun or why it was not. */
export function useExport() {
  const [busy, setBusy] = useState(false);
  const [begun, setBegun] = useState<Format>();
  const [refused, setRefused] = useState<string>();
  const asking = useRef(false);

  async function begin(format: Format) {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    setBegun(undefined);
    setRefused(undefined);
    try {
      // The browser writes it to the disk as it comes: it may be larger than the memory.
      downloadFrom(await linkOf(format));
      setBegun(format);
    } catch (error) {
      if ((statusOf(error) ?? 500) >= 500) logFailure("beginning an export", error);
      setRefused(messageOf(error, "The export could not be begun. Please try again."));
    }
    asking.current = false;
    setBusy(false);
  }

  return { begin, busy, begun, refused };
}
