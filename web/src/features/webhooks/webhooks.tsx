import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { attempt } from "@/forms/attempt";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { Skeleton } from "@/ui/skeleton";
import { useQuestion } from "@/ui/use-question";
import { type Shape, useWebhooks } from "./api";
import { HookForm } from "./hook-form";
import { HookRow } from "./hook-row";
import { type Hook, nameOf } from "./model";

const NEW: Shape = { url: "", events: ["memory.created", "memory.ready", "memory.failed", "memory.deleted"] };

/** The addresses that hear what happens to a person's memories. */
export function Webhooks() {
  const { hooks, allowed, failed, retry, make, ...acts } = useWebhooks();
  const [making, setMaking] = useState(false);
  const [given, setGiven] = useState<{ id: string; secret: string }>();
  const title = useRef<HTMLHeadingElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const { ask, dialog } = useQuestion(() => title.current?.focus());

  function close() {
    flushSync(() => setMaking(false));
    begin.current?.focus();
  }

  async function onMake(shape: Shape) {
    setGiven(await make(shape));
    setMaking(false);
  }

  const onRemove = (hook: Hook) =>
    ask({
      title: "Remove this webhook?",
      text: (
        <p>
          Nothing is sent to <bdi>{nameOf(hook)}</bdi> any more, and what waits for it is dropped. Your memories stay.
        </p>
      ),
      yes: "Remove",
      run: () => attempt("removing a webhook", () => acts.remove(hook.id)),
    });

  return (
    <Section
      id="webhooks"
      title="Webhooks"
      lead="Addresses that hear what happens to your memories: an automation, a script, a chat."
    >
      <div>
        <h3 className="sub-h" ref={title} tabIndex={-1} id="webhook-list">
          Your webhooks
        </h3>
        {!allowed && (
          <p className="hint">Webhooks come with the annual plan of Pro. Those that you have rest until then.</p>
        )}
        {hooks && hooks.length > 0 && (
          <ul className="set-rows hook-rows" aria-labelledby="webhook-list">
            {hooks.map((hook) => (
              <HookRow
                key={hook.id}
                hook={hook}
                allowed={allowed}
                secret={given?.id === hook.id ? given.secret : undefined}
                onSecret={(secret) => setGiven({ id: hook.id, secret })}
                acts={acts}
                onRemove={() => onRemove(hook)}
              />
            ))}
          </ul>
        )}
        {hooks?.length === 0 && allowed && !making && <p className="hint">There are none yet.</p>}
        {!hooks && !failed && (
          <div role="status" aria-label="Loading your webhooks">
            <Skeleton className="h-16" />
          </div>
        )}
        {failed && (
          <p className="set-failed" role="status">
            <span>Your webhooks can’t be read right now.</span>
            <Button look="ghost" size="small" onClick={() => void retry()}>
              Try again
            </Button>
          </p>
        )}
        {making && <HookForm known={NEW} action="Make the webhook" onSubmit={onMake} onClose={close} />}
        {hooks && allowed && !making && (
          <Button ref={begin} look="secondary" size="small" className="mt-3" onClick={() => setMaking(true)}>
            Make a webhook
          </Button>
        )}
      </div>
      {dialog}
    </Section>
  );
}
