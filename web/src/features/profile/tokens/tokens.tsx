import CircleAlert from "lucide-react/icons/circle-alert";
import KeyRound from "lucide-react/icons/key-round";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { logFailure, messageOf } from "@/api/errors";
import { Button } from "@/ui/button";
import { Once } from "@/ui/once";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useQuestion } from "@/ui/use-question";
import { useRefresh } from "../api";
import { useTokens } from "./api";
import { MakeToken } from "./make-token";
import { endText, madeText, scopesText, type Token, usedText } from "./model";

/** Lists the API tokens, makes one, and revokes them. */
export default function Tokens() {
  const { tokens, allowed, failed, retry, make, revoke } = useTokens();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const refresh = useRefresh();
  const title = useRef<HTMLHeadingElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  // The row with the button is gone, and the focus with it.
  const { ask, dialog } = useQuestion(() => title.current?.focus());

  function close() {
    flushSync(() => setMaking(false));
    begin.current?.focus();
  }

  function onMade(token: string) {
    setMaking(false);
    setSecret(token);
    refresh();
  }

  async function end(token: Token): Promise<boolean> {
    try {
      await revoke(token);
    } catch (error) {
      logFailure("revoking a token", error);
      toast.error(messageOf(error, "The token could not be revoked. Please try again."));
      return false;
    }
    toast.success("Token revoked");
    setSecret(undefined);
    refresh();
    return true;
  }

  const onRevoke = (token: Token) =>
    ask({
      title: "Revoke this token?",
      text: (
        <p>
          What uses <bdi>“{token.name}”</bdi> gets in no more, from this moment on. What it saved stays.
        </p>
      ),
      yes: "Revoke",
      run: () => end(token),
    });

  return (
    <div id="tokens">
      <h3 className="sub-h" ref={title} tabIndex={-1} id="tokens-title">
        API tokens
      </h3>
      <p className="hint token-lead">
        {allowed
          ? "A token lets a script, an extension or another program in, for what you choose and no more."
          : "API access comes with the annual plan of Pro. Tokens that you have rest until then."}
      </p>
      {failed && (
        <p role="status" className="set-failed">
          <CircleAlert className="i i-s" />
          <span>The tokens can’t be read right now.</span>
          <Button look="ghost" size="small" onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      )}
      {!tokens && !failed && (
        <div role="status" aria-label="Loading the tokens">
          <Skeleton className="h-16" />
        </div>
      )}
      {tokens && tokens.length > 0 && (
        <ul className="rows" aria-labelledby="tokens-title">
          {tokens.map((token) => (
            <Row key={token.id} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </ul>
      )}
      {secret && (
        <Once
          label="Token"
          secret={secret}
          hint="It is shown this once. Keep it as you keep a password, and revoke it when it is not needed any more."
        />
      )}
      {making && <MakeToken make={make} onMade={onMade} onClose={close} />}
      {tokens && allowed && !making && (
        <Button ref={begin} look="secondary" size="small" className="mt-3" onClick={() => setMaking(true)}>
          Make a token
        </Button>
      )}
      {dialog}
    </div>
  );
}

type RowProps = { token: Token; onRevoke: () => void };

function Row({ token, onRevoke }: RowProps) {
  const { name, scopes, createdAt, expired } = token;
  const now = new Date();
  return (
    <li>
      <KeyRound className="i" />
      <span>
        <bdi className="row-name">{name}</bdi>
        <small>
          {scopesText(scopes)} · <time dateTime={createdAt}>{madeText(createdAt, now)}</time> · {usedText(token, now)} ·{" "}
          <span className={expired ? "token-over" : undefined}>{endText(token)}</span>
        </small>
      </span>
      <Button look="ghost" size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
