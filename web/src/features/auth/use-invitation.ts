import { useEffect, useState } from "react";
import { messageOf } from "@/api/errors";
import { checkInvitation } from "./api";

/** Why an invitation lets nobody in, in the server's words; undefined until that is known, and where it does. */
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
