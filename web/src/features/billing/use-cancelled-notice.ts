import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { toast } from "@/ui/toast";

/** Shows a toast once if the URL says that the payment was cancelled. */
export function useCancelledNotice(): void {
  const [parameters, setParameters] = useSearchParams();
  const cancelled = parameters.get("status") === "cancelled";
  useEffect(() => {
    if (!cancelled) return;
    // A fixed id prevents duplicates when the effect runs twice.
    toast.error("Payment was cancelled. Please try again.", { id: "payment-cancelled" });
    setParameters(
      (now) => {
        now.delete("status");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [cancelled, setParameters]);
}
