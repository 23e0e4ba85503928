import { ArrowUp, CircleAlert } from "lucide-react";
import { type Ref, useId } from "react";
import { Button } from "@/ui/button";
import { asking } from "./asking";

type Props = {
  area: Ref<HTMLTextAreaElement>;
  text: string;
  onType: (text: string) => void;
  busy: boolean;
  /** Why the last question was not asked. */
  error: string | undefined;
  onAsk: () => void;
};

/** The field under the last answer. Enter asks, Shift+Enter adds a line. */
export function FollowUpBox({ area, text, onType, busy, error, onAsk }: Props) {
  const id = useId();
  const { onSubmit, onKeyDown } = asking(busy, onAsk);
  return (
    <div className="answer turn-row">
      <div className="turn-column">
        <form className="follow" onSubmit={onSubmit}>
          <label className="vh" htmlFor={id}>
            Ask a follow-up
          </label>
          <textarea
            ref={area}
            id={id}
            rows={1}
            placeholder="Ask a follow-up"
            dir="auto"
            enterKeyHint="send"
            value={text}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Button type="submit" aria-label="Ask the follow-up" busy={busy} icon={<ArrowUp className="i" />} />
        </form>
        <div role="alert">
          {error && (
            <p className="banner banner-bad ask-error">
              <CircleAlert className="i" />
              {error}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
