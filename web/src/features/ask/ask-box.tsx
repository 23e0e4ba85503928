import ArrowUp from "lucide-react/icons/arrow-up";
import { type Ref, useId } from "react";
import { Button } from "@/ui/button";
import { Picker } from "@/ui/picker";
import { CATEGORIES, type Category } from "./model";
import { submitHandlers } from "./submit-handlers";

type Props = {
  /** Where the question is typed. */
  area: Ref<HTMLTextAreaElement>;
  question: string;
  onType: (question: string) => void;
  category: Category;
  onCategory: (category: Category) => void;
  /** Says what goes on, when no other question is taken meanwhile. */
  busy: string | undefined;
  onAsk: () => void;
};

/** The box one asks in. Enter asks, Shift+Enter adds a line. */
export function AskBox({ area, question, onType, category, onCategory, busy, onAsk }: Props) {
  const id = useId();
  const { onSubmit, onKeyDown } = submitHandlers(busy !== undefined, onAsk);
  return (
    <search className="ask">
      <form onSubmit={onSubmit}>
        <label className="vh" htmlFor={id}>
          Ask your memories
        </label>
        <textarea
          ref={area}
          id={id}
          rows={4}
          placeholder="Ask your memories..."
          dir="auto"
          enterKeyHint="search"
          value={question}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className="ask-foot">
          <Picker
            label="Where to look"
            value={category}
            options={CATEGORIES}
            onPick={onCategory}
            disabled={busy !== undefined}
          />
          <span className="keys" aria-hidden="true">
            <span className="kbd">Enter</span> to ask <span className="kbd">⇧ Enter</span> for a line
          </span>
          <Button type="submit" busy={busy !== undefined} disabled={busy !== undefined}>
            {busy ?? (
              <>
                Ask
                <ArrowUp className="i" />
              </>
            )}
          </Button>
        </div>
      </form>
    </search>
  );
}
