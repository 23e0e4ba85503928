import { useEffect, useState } from "react";
import { messageOf } from "@/api/errors";
import { checkInvitation } from "./api";

/** Returns why an invitation is refused, in the server's words. Undefined while loading, and if it is valid. */
export function useRefusal(invitation: string | undefined): string | undefined {
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    let current = true;
    setRefusal(undefined);
    if (invitation)
      checkInvitation(invitation).catch((error: unknown) => {
        if (current) setRefusal(messageOf(error, "This invitation could not be checked. Please try again."));
      });
    return () => {
      current = false;
    };
  }, [invitation]);
  return refusal;
}
