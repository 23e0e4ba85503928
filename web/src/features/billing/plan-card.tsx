import Check from "lucide-react/icons/check";
import Sparkle from "lucide-react/icons/sparkle";
import type { ReactNode } from "react";
import { dollars } from "@/lib/dollars";
import { annualOffer, type Duration, featuresFor, type Plan } from "./model";

type Props = {
  plan: Plan;
  duration: Duration;
  /** A line under the price, shown if it does not depend on the billing cycle. */
  note: string;
  /** The card's button or link. */
  children: ReactNode;
};

/** Shows the price and features of a plan. */
export function PlanCard({ plan, duration, note, children }: Props) {
  const featured = plan.id === "pro";
  return (
    <article className={featured ? "up-plan up-pro" : "up-plan"} aria-labelledby={`plan-${plan.id}`}>
      <h3 id={`plan-${plan.id}`}>
        {featured && <Sparkle className="i" />}
        {plan.name}
      </h3>
      <Price plan={plan} duration={duration} note={note} />
      <ul>
        {featuresFor(plan, duration).map((feature) => (
          <li key={feature}>
            <Check className="i" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="up-limits">
        {plan.limits.length > 0 && <p>{plan.limits.join(". ")}.</p>}
        {plan.footnote && <p>{plan.footnote}</p>}
      </div>
      {children}
    </article>
  );
}

function Price({ plan: { monthly, annual }, duration, note }: Omit<Props, "children">) {
  if (duration === "year" && monthly !== null && annual !== null) {
    const offer = annualOffer(monthly, annual);
    return (
      <>
        <Amount text={offer.perMonth} />
        <p className="up-note">
          {offer.perYear} billed yearly, <span className="vh">instead of</span> <s>{offer.original}</s>.{" "}
          <b>You save {offer.savings}</b>
        </p>
      </>
    );
  }
  return (
    <>
      {monthly !== null && <Amount text={dollars(monthly)} />}
      <p className="up-note">{note}</p>
    </>
  );
}

function Amount({ text }: { text: string }) {
  return (
    <p className="up-price">
      {text} {text !== "$0" && <small>per month</small>}
    </p>
  );
}
