import Link from "lucide-react/icons/link";
import { useRef, useState } from "react";
import { signUpPolicy } from "@/lib/house";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Once } from "@/ui/once";
import { Section } from "@/ui/section";
import { useQuestion } from "@/ui/use-question";
import { invite, revoke, useInvitations } from "./api";
import { attempt, excuse } from "./attempt";
import { type Invitation, isOpen } from "./model";
import { Day, Pending } from "./parts";

/** Links that each let one person in. */
export function Invitations() {
  const { data, failed, refresh } = useInvitations();
  const [link, setLink] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  // The row with the button is gone, and the focus with it.
  const { ask, dialog } = useQuestion(() => list.current?.focus());

  async function onInvite() {
    try {
      setLink(await invite());
      await refresh();
    } catch (error) {
      excuse("making an invitation", error);
    }
  }

  const onRevoke = ({ id, invitedBy, createdAt }: Invitation) =>
    ask({
      title: "Revoke this invitation?",
      text: (
        <p>
          The link that <bdi>{invitedBy}</bdi> made on <Day at={createdAt} /> lets nobody in any more.
        </p>
      ),
      yes: "Revoke",
      run: () => attempt("revoking an invitation", () => revoke(id).then(refresh), "Invitation revoked"),
    });

  return (
    <Section id="invitations" title="Invitations" lead="A link lets one person make an account, for seven days.">
      {signUpPolicy() === "closed" ? (
        <p className="muted">Sign-up is closed here, also by invitation.</p>
      ) : (
        <div className="invite">
          <BusyButton look="secondary" onPress={onInvite}>
            Make an invitation
          </BusyButton>
          {link && (
            <Once
              label="Link"
              secret={link}
              hint="It is shown this once. Whoever has it may make one account, so hand it to nobody else."
            />
          )}
        </div>
      )}
      {data ? (
        <div ref={list} tabIndex={-1} className="invited">
          {data.length > 0 ? (
            <Table invitations={data} onRevoke={onRevoke} />
          ) : (
            <p className="none">
              <Link className="i" />
              Nobody is invited yet.
            </p>
          )}
        </div>
      ) : (
        <Pending what="invitations" failed={failed} retry={refresh} />
      )}
      {dialog}
    </Section>
  );
}

type TableProps = { invitations: Invitation[]; onRevoke: (invitation: Invitation) => void };

function Table({ invitations, onRevoke }: TableProps) {
  return (
    <table className="cards-table">
      <caption className="vh">Invitations, the latest first</caption>
      <thead>
        <tr>
          <th scope="col">Made</th>
          <th scope="col">By</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="vh">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <th scope="row">
              <Day at={invitation.createdAt} />
            </th>
            <td data-label="By">
              <bdi>{invitation.invitedBy}</bdi>
            </td>
            <td data-label="State">
              <State invitation={invitation} />
            </td>
            <td className="acts-cell">
              {isOpen(invitation, new Date()) && (
                <Button look="ghost" size="small" onClick={() => onRevoke(invitation)}>
                  Revoke
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ invitation }: { invitation: Invitation }) {
  const { usedAt, usedBy, expiresAt } = invitation;
  if (usedAt)
    return (
      <>
        Used by <bdi>{usedBy}</bdi>, <Day at={usedAt} />
      </>
    );
  return (
    <span className={isOpen(invitation, new Date()) ? "still-open" : "muted"}>
      {isOpen(invitation, new Date()) ? "Open until " : "Ended "}
      <Day at={expiresAt} />
    </span>
  );
}
