import { useId, useRef, useState } from "react";
import { logFailure } from "@/api/errors";
import { Waiting } from "@/ui/section";
import { toast } from "@/ui/toast";
import { setUseAIProviders } from "./api";
import type { User } from "./model";

type Props = { user: User | undefined; refreshUser: () => Promise<unknown> };

const QUOTED = "quoted word for word from what you saved";
const AT_HOME = `Answers are ${QUOTED}. Pages, videos and tweets that you save are fetched from their own sites.`;

/** Shows what leaves this server and to whom, with a switch that prevents it. */
export function Privacy({ user, refreshUser }: Props) {
  if (!user) return <Waiting />;
  if (!user.aiProvider) {
    return (
      <p className="privacy-says">Nothing is sent to an AI provider: this Engram is set up without one. {AT_HOME}</p>
    );
  }
  return <Switch user={user} provider={user.aiProvider} refreshUser={refreshUser} />;
}

type Provider = NonNullable<User["aiProvider"]>;
type SwitchProps = Pick<Props, "refreshUser"> & { user: User; provider: Provider };

function Switch({ user, provider, refreshUser }: SwitchProps) {
  const id = useId();
  // Overrides the user's value until that is refetched, since another device may have changed it.
  const [wanted, setWanted] = useState<{ of: User; use: boolean }>();
  const sending = useRef(false);
  const shown = wanted?.of === user ? wanted.use : user.useAIProviders;

  async function toggle() {
    // One request at a time, so that the screen shows what was sent last.
    if (sending.current) return;
    sending.current = true;
    setWanted({ of: user, use: !shown });
    try {
      await setUseAIProviders(!shown);
      void refreshUser();
    } catch (error) {
      logFailure("setting the use of AI providers", error);
      toast.error("That could not be saved. Please try again.");
      setWanted({ of: user, use: shown });
    }
    sending.current = false;
  }

  return (
    <div className="privacy">
      <button
        type="button"
        role="switch"
        className="set-switch"
        aria-checked={shown}
        aria-describedby={id}
        onClick={() => void toggle()}
      >
        Use AI providers
        <span className="switch" />
      </button>
      <div id={id} className="privacy-says">
        {shown ? <Sent provider={provider} /> : <p>Nothing is sent to an AI provider. {AT_HOME}</p>}
      </div>
    </div>
  );
}

/** Lists exactly what is sent, and where. */
function Sent({ provider: { host, chat, embedding } }: { provider: Provider }) {
  return (
    <>
      <p>
        To <strong>{host}</strong>, and to no other AI provider, goes:
      </p>
      <ul>
        {chat && (
          <li>
            When you ask: your question, the passages that were found for it in your memories, with their titles, the
            page or second where they stand, and the days they were saved. In a conversation also the questions and
            answers before it, six at most, which may quote other memories.
          </li>
        )}
        {embedding && (
          <li>
            When you save: the text of the memory and its title, so that it is found by what it means; so are memories
            that wait for it. When you ask: your question.
          </li>
        )}
      </ul>
      <p>
        Never your name or your email. Switch it off and nothing more is sent: answers are then {QUOTED}
        {embedding && ", and memories are found by their words alone"}.
      </p>
    </>
  );
}
