import { useState } from "react";
import { Link } from "react-router";
import { logFailure } from "@/api/errors";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { time12h } from "@/lib/time-12h";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { toast } from "@/ui/toast";
import { useCalls } from "./api";
import { type Call, purposeText, tokensText } from "./model";
import { Pending, SaveTable } from "./parts";

type Props = {
  /** The address at which a memory is opened. */
  pathOf: (id: string) => string;
  /** The address of what happened with the account. */
  historyPath: string;
};

/** What was sent to AI providers, and what happened with the account. */
export function Logs({ pathOf, historyPath }: Props) {
  const { calls, more, readMore, failed, retry } = useCalls();
  async function onMore() {
    try {
      await readMore();
    } catch (error) {
      logFailure("reading more of what was sent", error);
      toast.error("More could not be read. Please try again.");
    }
  }
  return (
    <Section id="logs" title="Logs" lead="What left this Engram, and what happened with your account.">
      <div>
        <h3 className="sub-h" id="ai-log">
          Sent to AI providers
        </h3>
        {!calls && <Pending what="what was sent" failed={failed} retry={retry} className="h-16" />}
        {calls?.length === 0 && <p className="hint">Nothing has been sent to an AI provider.</p>}
        {calls && calls.length > 0 && (
          <>
            <ol className="calls" aria-labelledby="ai-log">
              {calls.map((call) => (
                <Row key={call.id} call={call} pathOf={pathOf} />
              ))}
            </ol>
            <div className="calls-foot">
              {more && (
                <BusyButton look="secondary" onPress={onMore}>
                  Show more
                </BusyButton>
              )}
              <SaveTable table="ai" label="Save what was sent as a table" />
            </div>
          </>
        )}
      </div>
      <div>
        <h3 className="sub-h">Sign-ins and changes</h3>
        <p className="hint">
          They are listed{" "}
          <Link className="link" to={historyPath}>
            on your profile
          </Link>
          , and can be saved.
        </p>
        <SaveTable table="audit" label="Save sign-ins and changes as a table" />
      </div>
    </Section>
  );
}

/** The number of memories of a call that are named at first. */
const NAMED = 3;

function Row({ call, pathOf }: { call: Call; pathOf: Props["pathOf"] }) {
  const [all, setAll] = useState(false);
  const { at, model, memories, count } = call;
  const time = new Date(at);
  const shown = all ? memories : memories.slice(0, NAMED);
  const rest = all ? count - memories.length : count - shown.length;
  return (
    <li>
      <p>
        <b>{purposeText(call)}</b>
        <time dateTime={at}>
          {dayText(time, new Date())}, {time12h(time)}
        </time>
      </p>
      <small>
        <bdi>{model}</bdi> · {tokensText(call)}
      </small>
      {shown.length > 0 && (
        <ul aria-label="Of these memories">
          {shown.map(({ id, title }) => (
            <li key={id}>
              <Link className="link" to={pathOf(id)} dir="auto">
                {title || "Untitled"}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 &&
        (!all && memories.length > NAMED ? (
          <Button look="ghost" size="small" onClick={() => setAll(true)}>
            And {grouped(rest)} more
          </Button>
        ) : (
          <small>{rest === 1 ? "One that is gone since" : `${grouped(rest)} that are gone since`}</small>
        ))}
    </li>
  );
}
