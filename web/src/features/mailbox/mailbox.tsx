import { useRef } from "react";
import { attempt } from "@/forms/attempt";
import { dayText } from "@/lib/day-text";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { CopyAddress } from "@/ui/copy-address";
import { Section } from "@/ui/section";
import { useQuestion } from "@/ui/use-question";
import { type Mailbox as Box, useMailbox } from "./api";

const TITLE = "Save by email";
const LEAD =
  "Links, newsletters and files that you mail to an address of your own. Anyone who knows it can save here, and read nothing.";

/** The email address at which mail is saved. Nothing on a server that receives none, as most do. */
export function Mailbox() {
  const { mailbox, failed, retry, renew, end } = useMailbox();
  const title = useRef<HTMLHeadingElement>(null);
  const { ask, dialog } = useQuestion(() => title.current?.focus());
  if (failed) {
    return (
      <Section id="email-address" title={TITLE} lead={LEAD}>
        <p className="set-failed" role="status">
          <span>That can’t be read right now.</span>
          <Button look="ghost" size="small" onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      </Section>
    );
  }
  if (!mailbox?.receives) return null;

  async function onMake() {
    if (await attempt("making an email address", renew)) title.current?.focus();
  }

  const onReplace = () =>
    ask({
      title: "Replace this address?",
      text: <p>You get another one. Mail to this one is refused from then on. Your memories stay.</p>,
      yes: "Replace it",
      run: () => attempt("replacing an email address", renew),
    });

  const onEnd = () =>
    ask({
      title: "Turn this address off?",
      text: <p>Mail to it is refused from then on. Your memories stay.</p>,
      yes: "Turn it off",
      run: () => attempt("ending an email address", end),
    });

  const { address, allowed } = mailbox;
  return (
    <Section id="email-address" title={TITLE} lead={LEAD}>
      <div>
        <h3 className="sub-h" ref={title} tabIndex={-1} id="mailbox-address">
          Your address
        </h3>
        {!allowed && (
          <p className="hint">
            Saving by email comes with the annual plan of Pro. {address && "Mail is refused until then."}
          </p>
        )}
        {address === "" && allowed && (
          <>
            <p className="hint">You have none yet.</p>
            <div className="mailbox-acts">
              <BusyButton look="secondary" onPress={onMake}>
                Make an address
              </BusyButton>
            </div>
          </>
        )}
        {address !== "" && (
          <>
            <output className="mailbox-address" aria-labelledby="mailbox-address">
              {address}
            </output>
            <p className="hint">{sinceText(mailbox, new Date())}</p>
            <div className="mailbox-acts">
              <CopyAddress address={address} label="Copy the address" />
              {allowed && (
                <Button look="ghost" size="small" onClick={onReplace}>
                  Replace
                </Button>
              )}
              <Button look="ghost" size="small" onClick={onEnd}>
                Turn off
              </Button>
            </div>
          </>
        )}
      </div>
      {dialog}
    </Section>
  );
}

function sinceText({ createdAt, usedAt }: Box, now: Date): string {
  const made = createdAt ? `Made ${dayText(new Date(createdAt), now)}` : "";
  return `${made} · ${usedAt ? `last used ${dayText(new Date(usedAt), now)}` : "not used yet"}`;
}
