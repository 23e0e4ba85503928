import { useCallback, useEffect, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { tellPlanChange } from "@/api/plan-changes";
import { safeLink } from "@/lib/safe-link";
import { toast } from "@/ui/toast";
import { createSubscription } from "./api";
import type { Duration } from "./model";

/** The statuses for a pending payment, and for Pro that is paid already. */
const [PROCESSING, PAID] = [402, 409];

/**
 * Returns onCheckout, which redirects to the checkout for Pro and is busy until the browser has left. Failures are only
 * logged, but a pending payment is reported, and Pro that was paid in another tab is shown.
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
    // The back button may restore this page from the browser's cache, still busy.
    const onShow = (event: PageTransitionEvent) => event.persisted && rest();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [rest]);

  async function subscribe(duration: Duration) {
    // The button is disabled only with the next render, so a second press is ignored here.
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
      // A paid plan is not a failure.
      if (statusOf(error) === PROCESSING) toast(messageOf(error, "Your payment is being processed."));
      const paid = statusOf(error) === PAID;
      if (paid) tellPlanChange();
      setPaidBefore(paid);
    }
  }

  return { busy, paidBefore, subscribe };
}
