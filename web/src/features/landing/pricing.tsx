import Check from "lucide-react/icons/check";
import Sparkle from "lucide-react/icons/sparkle";
import type { ReactNode } from "react";
import { dollars } from "@/lib/dollars";
import { enterpriseDraft } from "@/lib/mail-draft";
import { ButtonLink } from "@/ui/button";
import type { Plan } from "./model";

type Props = {
  plans: readonly Plan[];
  /** Undefined while loading. */
  salesEmail: string | undefined;
  /** The contact page, linked while the address is loading. */
  contact: string;
  signIn: string;
  upgrade: string;
};

/** Shows the three plans with their monthly prices. */
export function Pricing({ plans, salesEmail, contact, signIn, upgrade }: Props) {
  const ways: Record<Plan["id"], ReactNode> = {
    free: (
      <ButtonLink look="secondary" to={signIn} state={{ newcomer: true }}>
        Get Started
      </ButtonLink>
    ),
    pro: <ButtonLink to={upgrade}>Upgrade Pro</ButtonLink>,
    enterprise: (
      <a className="btn btn-secondary" href={salesEmail === undefined ? contact : enterpriseDraft(salesEmail)}>
        Contact Sales
      </a>
    ),
  };
  return (
    <section className="wrap sec" id="pricing" aria-labelledby="pricing-title">
      <div className="sec-head">
        <h2 id="pricing-title">Pay when you outgrow free.</h2>
      </div>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan}>
            {ways[plan.id]}
          </PlanCard>
        ))}
      </div>
    </section>
  );
}

const NOTES: Record<Plan["id"], string> = {
  free: "To see whether it suits you.",
  pro: "For asking without a limit.",
  enterprise: "For teams who answer to someone.",
};

function PlanCard({ plan, children }: { plan: Plan; children: ReactNode }) {
  const { id, name, monthly, annual, features, limits } = plan;
  const titleId = `plan-${id}`;
  return (
    <article className={`plan plan-${id}`} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {id === "pro" && <Sparkle className="i" />}
        {name}
      </h3>
      <p className="price">
        {monthly === null ? "On request" : dollars(monthly)}
        {monthly ? <small> / month</small> : null}
      </p>
      <p className="plan-note">
        {NOTES[id]} {annual ? <span className="nb">Or {dollars(annual)} a year.</span> : null}
      </p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            <Check className="i" />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {limits.length > 0 && <p className="plan-note">{limits.join(". ")}.</p>}
      {children}
    </article>
  );
}
