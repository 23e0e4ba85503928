import { useId, useRef, useState } from "react";
import { logFailure } from "@/api/errors";
import { toast } from "@/ui/toast";
import { setUseAIProviders } from "./api";
import type { User } from "./model";
import { Waiting } from "./section";

type Props = { user: User | undefined; refreshUser: () => Promise<unknown> };

/** What leaves this Engram, to whom, and the switch that keeps it here. */
export function Privacy({ user, refreshUser }: Props) {
  if (!user) return <Waiting />;
  if (!user.aiProvider) {
    return (
      <p>
        Nothing you save or ask ever leaves this Engram: it is set up without an AI provider, and answers in your own
        words.
      </p>
    );
  }
  return <Switch on={user.useAIProviders} provider={user.aiProvider} refreshUser={refreshUser} />;
}

type SwitchProps = Pick<Props, "refreshUser"> & { on: boolean; provider: NonNullable<User["aiProvider"]> };

function Switch({ on, provider, refreshUser }: SwitchProps) {
  const id = useId();
  const [wanted, setWanted] = useState<boolean>();
  const sending = useRef(false);
  const shown = wanted ?? on;

  async function toggle() {
    // One change at a time: what is on the screen is what was sent last.
    if (sending.current) return;
    sending.current = true;
    setWanted(!shown);
    try {
      await setUseAIProviders(!shown);
      void refreshUser();
    } catch (error) {
      logFailure("setting the use of AI providers", error);
      toast.error("That could not be saved. Please try again.");
      setWanted(shown);
    }
    sending.current = false;
  }

  return (
    <div className="privacy">
      <button
        type="button"
        role="switch"
        className="privacy-switch"
        aria-checked={shown}
        aria-describedby={id}
        onClick={() => void toggle()}
      >
        Use AI providers
        <span className="switch" />
      </button>
      <div id={id} className="privacy-says">
        {shown ? (
          <Sent provider={provider} />
        ) : (
          <p>Nothing leaves this Engram. Answers are made of your own words alone.</p>
        )}
      </div>
    </div>
  );
}

/** Exactly what goes, and where. */
function Sent({ provider: { host, chat, embedding } }: Pick<SwitchProps, "provider">) {
  return (
    <>
      <p>
        To <strong>{host}</strong>, and to nobody else, goes:
      </p>
      <ul>
        {chat && (
          <li>
            When you ask: your question, the last turns of its conversation, and the passages of your memories found for
            it, with their titles, their places and the days they were saved.
          </li>
        )}
        {embedding && (
          <li>
            When you save: the text of the memory with its title, to be found by its meaning; so is what waits from
            before. When you ask: your question.
          </li>
        )}
      </ul>
      <p>Never your name or your email. Switched off, nothing more is sent, and you are answered in your own words.</p>
    </>
  );
}
