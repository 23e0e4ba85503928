import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useSubmit } from "@/forms/use-submit";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Picker } from "@/ui/picker";
import { Banner } from "@/ui/section";
import { endOf, LIVES, type Life, SCOPES, type Scope } from "./model";

type Props = {
  make: (name: string, scopes: Scope[], expiresAt: string | null) => Promise<string>;
  onMade: (token: string) => void;
  onClose: () => void;
};

/** The form that makes a token. */
export function MakeToken({ make, onMade, onClose }: Props) {
  const [scopes, setScopes] = useState<Scope[]>(["read", "ask", "save"]);
  const [life, setLife] = useState<Life>("90");
  const { busy, refused, refuse, submit } = useSubmit(
    "making a token",
    "The token could not be made. Please try again.",
  );
  const group = useId();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    await submit(event, async () => {
      const lacks = lacking(name, scopes);
      if (lacks) refuse(lacks);
      else onMade(await make(name, scopes, endOf(life, new Date())));
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }

  const choose = (scope: Scope, on: boolean) =>
    setScopes((chosen) => (on ? [...chosen, scope] : chosen.filter((one) => one !== scope)));

  return (
    <form className="token-form" onSubmit={(event) => void onSubmit(event)} onKeyDown={onKeyDown} noValidate>
      <Field
        label="Name"
        name="name"
        placeholder="Such as my laptop"
        maxLength={64}
        autoComplete="off"
        dir="auto"
        autoFocus
      />
      <fieldset className="token-scopes">
        <legend className="label">What it may do</legend>
        {SCOPES.map(({ scope, label, says }) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              aria-label={label}
              aria-describedby={`${group}-${scope}`}
              onChange={(event) => choose(scope, event.currentTarget.checked)}
            />
            <b>{label}</b>
            <span id={`${group}-${scope}`}>{says}</span>
          </label>
        ))}
      </fieldset>
      <div className="field">
        <span className="label" aria-hidden="true">
          It ends after
        </span>
        <Picker label="It ends after" value={life} options={LIVES} onPick={setLife} />
      </div>
      <div role="alert">{refused && <Banner good={false} text={refused} />}</div>
      <div className="acts">
        <Button type="submit" look="secondary" size="small" busy={busy}>
          Make the token
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns what is missing, in words. */
function lacking(name: string, scopes: Scope[]): string | undefined {
  if (name === "") return "Please give the token a name";
  if (scopes.length === 0) return "Please choose at least one thing that the token may do";
  return undefined;
}
