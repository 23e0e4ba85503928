import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { enterpriseDraft } from "@/lib/mail-draft";
import { BackLink } from "@/ui/back-link";
import { Brand } from "@/ui/brand";
import { Button } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { usePlans } from "./api";
import { BillingSwitch } from "./billing-switch";
import type { Duration, Plan } from "./model";
import { PlanCard } from "./plan-card";
import { useCancelledNotice } from "./use-cancelled-notice";
import { useSubscribe } from "./use-subscribe";

type Props = {
  homePath: string;
  /** Undefined while loading. */
  isPremium: boolean | undefined;
  /** The link for asking about the Enterprise plan. */
  salesEmail: string;
  /** Redirects to the checkout for Pro. */
  onCheckout: (url: string) => void;
  /** Shown at the end of the header. */
  corner: ReactNode;
};

const NOTES = {
  free: "For as long as you like.",
  pro: "Billed each month.",
  enterprise: "For teams who answer to someone.",
} satisfies Record<Plan["id"], string>;

/** Shows the plans, and the button that upgrades to Pro. */
export function Upgrade({ homePath, isPremium, salesEmail, onCheckout, corner }: Props) {
  const { plans, guaranteeDays } = usePlans();
  const [duration, setDuration] = useState<Duration>("year");
  const { busy, paidBefore, subscribe } = useSubscribe(onCheckout);
  const hasPro = paidBefore || isPremium;
  useCancelledNotice();

  const actions = {
    free: hasPro === false && <YourPlan />,
    pro: hasPro ? (
      <YourPlan takesFocus={paidBefore} />
    ) : (
      <Button block busy={busy} onClick={() => void subscribe(duration)}>
        Subscribe
      </Button>
    ),
    enterprise: (
      <a className="btn btn-secondary btn-block" href={enterpriseDraft(salesEmail)}>
        Contact Sales
      </a>
    ),
  } satisfies Record<Plan["id"], ReactNode>;

  return (
    <div className="lamp">
      <header className="bar">
        <div className="bar-in">
          <Brand to={homePath} />
          <span className="grow" />
          <BackLink to={homePath} />
          {corner}
        </div>
      </header>
      <main id="main" className="up">
        <div className="up-head">
          <PageTitle>Room for everything.</PageTitle>
          <p>Pro takes the limits off asking. Stop whenever you like.</p>
          <BillingSwitch value={duration} onChange={setDuration} />
        </div>
        <h2 className="vh">Plans</h2>
        <div className="up-plans">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} duration={duration} note={NOTES[plan.id]}>
              <div className="up-act">{actions[plan.id]}</div>
            </PlanCard>
          ))}
        </div>
        <p className="up-guard">
          <ShieldCheck className="i" />
          {guaranteeDays}-day money-back guarantee
        </p>
      </main>
    </div>
  );
}

type YourPlanProps = {
  /** Replaces the subscribe button that was pressed, and takes its focus. */
  takesFocus?: boolean;
};

function YourPlan({ takesFocus = false }: YourPlanProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) words.current?.focus();
  }, [takesFocus]);
  return (
    <p ref={words} className="up-yours" tabIndex={-1}>
      Your plan
    </p>
  );
}
