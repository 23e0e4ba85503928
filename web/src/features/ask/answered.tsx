import RotateCw from "lucide-react/icons/rotate-cw";
import type { ComponentProps } from "react";
import { Button } from "@/ui/button";
import Answer from "./answer";
import type { AnsweredState } from "./ask-state";
import type { AnswerSlots } from "./slots";

type Props = AnswerSlots &
  Pick<ComponentProps<typeof Answer>, "beside" | "foot"> & {
    answered: AnsweredState;
    /** Asks once more what was cut off. */
    onAgain?: (() => void) | undefined;
  };

/** What came of a question, and why it ends too early. */
export function Answered({ answered, onAgain, beside, foot, ...slots }: Props) {
  const { found, category, at, question, answering, cutOff } = answered;
  return (
    <>
      <Answer
        {...slots}
        found={found}
        at={at}
        question={question}
        category={category}
        alone={found.contentId !== undefined}
        answering={answering}
        whole={!answering && !cutOff}
        beside={beside}
        foot={foot}
      />
      <div role="status">
        {cutOff && (
          <p className="banner ask-cut">
            <span className="grow">{cutOff}</span>
            {onAgain && (
              <Button look="secondary" size="small" icon={<RotateCw className="i i-s" />} onClick={onAgain}>
                Try again
              </Button>
            )}
          </p>
        )}
      </div>
    </>
  );
}
