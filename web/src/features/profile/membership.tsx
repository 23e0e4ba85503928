import Sparkle from "lucide-react/icons/sparkle";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { logFailure } from "@/api/errors";
import { Button, ButtonLink } from "@/ui/button";
import { Banner, Waiting } from "@/ui/section";
import { toast } from "@/ui/toast";
import { cancelMembership, useRefresh, useSubscription } from "./api";
import { billingText, cycleText, type User } from "./model";

type Props = { user: User | undefined; upgradePath: string; refreshUser: () => Promise<unknown> };

/** Shows the plan: the membership card of a Pro user, or a link to the plans. */
export function Membership({ user, upgradePath, refreshUser }: Props) {
  const [cancelled, setCancelled] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const refresh = useRefresh();

  async function onCancelled() {
    toast.success("Membership cancelled");
    refresh();
    await refreshUser();
    flushSync(() => setCancelled(true));
    // The card with the focused button has unmounted.
    outcome.current?.focus();
  }

  return (
    <div>
      <div ref={outcome} role="status" tabIndex={-1}>
        {cancelled && <Banner good text="Membership cancelled successfully" />}
      </div>
      {user?.isPremium ? (
        <Card subscription={user.subscription} onCancelled={onCancelled} />
      ) : (
        <div className="plan-now">
          <dl>
            <dt>Current plan</dt>
            <dd>{user ? "Free" : <Waiting />}</dd>
          </dl>
          {user && (
            <ButtonLink look="pro" to={upgradePath}>
              Upgrade Pro
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

type CardProps = { subscription: string | null; onCancelled: () => Promise<void> };

function Card({ subscription, onCancelled }: CardProps) {
  const [asking, setAsking] = useState(false);
  const known = useSubscription(subscription);
  const opener = useRef<HTMLButtonElement>(null);

  function onKeep() {
    flushSync(() => setAsking(false));
    opener.current?.focus();
  }

  async function onDone() {
    await onCancelled();
    setAsking(false);
  }

  return (
    <section className="member" aria-labelledby="member-title">
      <div className="member-in">
        <h3 id="member-title">
          <Sparkle className="i" />
          Pro Membership
        </h3>
        <dl className="facts">
          <Fact name="Current Plan:">Pro</Fact>
          <Fact name="Billing cycle:">{cycleText(known)}</Fact>
          <Fact name="Next billing date:">{billingText(known)}</Fact>
        </dl>
        {!asking && (
          <Button ref={opener} look="secondary" onClick={() => setAsking(true)}>
            Cancel Membership
          </Button>
        )}
      </div>
      {asking && <Confirmation onKeep={onKeep} onDone={onDone} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt> <dd>{children}</dd>
    </div>
  );
}

/** Confirms before cancelling. A failure is only logged, and the dialog stays open. */
function Confirmation({ onKeep, onDone }: { onKeep: () => void; onDone: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function onCancel() {
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await cancelMembership();
      await onDone();
    } catch (error) {
      logFailure("cancelling the membership", error);
      sending.current = false;
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !sending.current) onKeep();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div className="confirm" role="group" aria-labelledby="confirm-question" onKeyDown={onKeyDown}>
      <p id="confirm-question">
        Are you sure you want to cancel your Pro membership? You'll lose access to all Pro features right now
      </p>
      <div className="acts">
        <Button look="danger" busy={busy} onClick={onCancel}>
          Yes, Cancel Membership
        </Button>
        <Button look="secondary" autoFocus aria-disabled={busy || undefined} onClick={busy ? undefined : onKeep}>
          Keep Membership
        </Button>
      </div>
    </div>
  );
}
