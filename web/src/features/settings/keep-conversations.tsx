import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { logFailure } from "@/api/errors";
import { TERMS, type Term } from "@/api/terms";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Waiting } from "@/ui/section";
import { toast } from "@/ui/toast";
import { setTerm, useTerm } from "./api";
import { lossText } from "./model";

/** Sets how long conversations are kept. Says what a change will delete before it is saved. */
export function KeepConversations() {
  const { term, refresh } = useTerm();
  const [wanted, setWanted] = useState<Term>();
  const group = useId();
  const fields = useRef<HTMLFieldSetElement>(null);
  if (!term) return <Waiting />;
  const chosen = wanted ?? term;

  function settle() {
    flushSync(() => setWanted(undefined));
    fields.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  async function save() {
    try {
      await setTerm(chosen);
      await refresh(chosen);
      settle();
      toast.success(`Saved: ${TERMS[chosen].toLowerCase()}`);
    } catch (error) {
      logFailure("setting how long conversations are kept", error);
      toast.error("That could not be saved. Please try again.");
    }
  }

  return (
    <fieldset ref={fields} className="keep">
      <legend className="sub-h">Conversations: what you asked, and what was answered</legend>
      {Object.entries(TERMS).map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={group} checked={value === chosen} onChange={() => setWanted(value as Term)} />
          {words}
        </label>
      ))}
      <div aria-live="polite" className="keep-loss">
        {chosen !== term && <p>{lossText(term, chosen)}</p>}
      </div>
      {chosen !== term && (
        <div className="acts">
          <BusyButton look="secondary" onPress={save}>
            Save
          </BusyButton>
          <Button look="ghost" size="small" onClick={settle}>
            Leave it as it is
          </Button>
        </div>
      )}
    </fieldset>
  );
}
