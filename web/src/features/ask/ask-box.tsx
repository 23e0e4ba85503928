import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId } from "react";
import { Button } from "@/ui/button";
import { Picker } from "@/ui/picker";
import { CATEGORIES, type Category } from "./model";

type Props = {
  question: string;
  onType: (question: string) => void;
  category: Category;
  onCategory: (category: Category) => void;
  searching: boolean;
  onAsk: () => void;
};

/** The box one asks in. Enter asks, Shift+Enter adds a line. */
export function AskBox({ question, onType, category, onCategory, searching, onAsk }: Props) {
  const id = useId();
  const submit = () => {
    if (!searching) onAsk();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter accepts its suggestion. Safari ends the composition first and tells by 229.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  };
  return (
    <search className="ask">
      <form onSubmit={onSubmit}>
        <label className="vh" htmlFor={id}>
          Ask your memories
        </label>
        <textarea
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
          <Picker label="Where to look" value={category} options={CATEGORIES} onPick={onCategory} />
          <span className="keys" aria-hidden="true">
            <span className="kbd">Enter</span> to ask <span className="kbd">⇧ Enter</span> for a line
          </span>
          <Button type="submit" busy={searching} disabled={searching}>
            {searching ? (
              "Searching"
            ) : (
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
