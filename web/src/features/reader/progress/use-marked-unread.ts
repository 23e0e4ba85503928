import { useState } from "react";
import type { Memory } from "@/memory/kinds";

/** Whether an opened memory was marked as unread since it was opened: how far it is read is not kept then. */
export function useMarkedUnread(memory: Memory | undefined): boolean {
  const isRead = memory?.progress !== undefined;
  const [wasRead, setWasRead] = useState(isRead);
  if (isRead && !wasRead) setWasRead(true);
  return wasRead && memory !== undefined && !isRead;
}
