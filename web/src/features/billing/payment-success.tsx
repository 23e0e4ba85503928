import { useEffect, useRef } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { tellPlanChange } from "@/api/plan-changes";
import { Brand } from "@/ui/brand";
import { toast } from "@/ui/toast";
import { savePayment } from "./api";

/** The delay before the redirect, in milliseconds. The animation in success.css has the same duration. */
const STAY = 3000;

/** The statuses of a payment that failed, belongs to another user, or is unknown. */
const REFUSALS: readonly (number | undefined)[] = [402, 403, 404];

/** Thanks for a payment, reports it to the server, and redirects to the dashboard. */
export function PaymentSuccess({ homePath }: { homePath: string }) {
  useSavedPayment();
  useWayHome(homePath);
  return (
    <div className="lamp">
      <header className="bar">
        <div className="bar-in">
          <Brand to={homePath} />
        </div>
      </header>
      <main id="main" className="paid">
        <div className="paid-in">
          <span className="paid-tick">
            <svg className="i" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
              <path pathLength="1" d="M4.5 12.5l5 5 10-11" />
            </svg>
          </span>
          <h1>Payment Successful!</h1>
          <p>Thank you for upgrading to the Pro plan.</p>
          <div className="meter" role="progressbar" aria-label="Redirecting">
            <span />
          </div>
          <p className="hint" role="status">
            Redirecting you to home...
          </p>
          <Link className="link" to={homePath} replace>
            Go there now
          </Link>
        </div>
      </main>
    </div>
  );
}

/** Reports the payment in the URL, once. Leaving the page does not cancel the request. */
function useSavedPayment(): void {
  const [parameters] = useSearchParams();
  const sessionId = parameters.get("session_id");
  const saved = useRef<string | null>(null);
  useEffect(() => {
    if (!sessionId || saved.current === sessionId) return;
    saved.current = sessionId;
    void save(sessionId);
  }, [sessionId]);
}

async function save(sessionId: string): Promise<void> {
  try {
    await savePayment(sessionId);
    tellPlanChange(); // the user may be on the dashboard by now
    console.info("the payment is saved");
  } catch (error) {
    logFailure("saving the payment", error);
    if (REFUSALS.includes(statusOf(error))) toast.error(messageOf(error, "The payment could not be confirmed."));
  }
}

function useWayHome(homePath: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(homePath, { replace: true }), STAY);
    return () => clearTimeout(timer);
  }, [navigate, homePath]);
}
