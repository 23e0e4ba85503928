import { useCallback, useEffect, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { tellPlanChange } from "@/api/plan-changes";
import { safeLink } from "@/lib/safe-link";
import { toast } from "@/ui/toast";
import { createSubscription } from "./api";
import type { Duration } from "./model";

/** What the server answers while money is on its way, and when Pro is paid already. */
const [PROCESSING, PAID] = [402, 409];

/**
 * The way to a payment: onCheckout leaves for the page at which Pro is paid. It is busy until the browser has left; a
 * failure is only logged, and the way is open again, unless it turns out that Pro was paid before, such as in another tab. Money that is on its way is told of.
 */
export function useSubscribe(onCheckout: (url: string) => void) {
  const [busy, setBusy] = useState(false);
  const [paidBefore, setPaidBefore] = useState(false);
  const asking = useRef(false);

  const rest = useCallback(() => {
    asking.current = false;
    setBusy(false);
  }, []);

  useEffect(() => {
    // Whoever comes back from the payment may find the page as they left it.
    const onShow = (event: PageTransitionEvent) => event.persisted && rest();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [rest]);

  async function subscribe(duration: Duration) {
    // A second press can arrive before the busy button is on the screen.
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    try {
      const url = safeLink(await createSubscription(duration));
      if (!url) throw new Error("the address of the payment leads nowhere");
      onCheckout(url);
    } catch (error) {
      rest();
      logFailure("creating the subscription", error);
      // What was paid is no failure.
      if (statusOf(error) === PROCESSING) toast(messageOf(error, "Your payment is being processed."));
      const paid = statusOf(error) === PAID;
      if (paid) tellPlanChange();
      setPaidBefore(paid);
    }
  }

  return { busy, paidBefore, subscribe };
}
