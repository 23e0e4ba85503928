import ArrowUp from "lucide-react/icons/arrow-up";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type Ref, useId } from "react";
import { Button } from "@/ui/button";
import { Upgrading } from "@/ui/upgrading";
import { submitHandlers } from "./submit-handlers";

type Props = {
  area?: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder: string;
  /** What its button is called. */
  button: string;
  text: string;
  onType: (text: string) => void;
  busy: boolean;
  /** Why the last question was not asked. */
  error: string | undefined;
  onAsk: () => void;
};

/** A field that grows with its question. Enter asks, Shift+Enter adds a line. */
export function FollowUpBox({ area, label, placeholder, button, text, onType, busy, error, onAsk }: Props) {
  const id = useId();
  const { onSubmit, onKeyDown } = submitHandlers(busy, onAsk);
  return (
    <>
      <form className="follow" onSubmit={onSubmit}>
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <textarea
          ref={area}
          id={id}
          rows={1}
          placeholder={placeholder}
          dir="auto"
          enterKeyHint="send"
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" aria-label={button} busy={busy} icon={<ArrowUp className="i" />} />
      </form>
      <div role="alert">
        {error && (
          <p className="banner banner-bad ask-error">
            <CircleAlert className="i" />
            <Upgrading>{error}</Upgrading>
          </p>
        )}
      </div>
    </>
  );
}
