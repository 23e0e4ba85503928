import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import Answer from "./answer";
import { filtersText } from "./filters-text";
import type { Led } from "./hero";
import type { Memory } from "./model";
import type { AnsweredState } from "./use-ask";

type Props = {
  answered: AnsweredState;
  onAgain: () => void;
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, led: Led) => void;
};

/** What came of a question: over the answer what its words narrowed the search to, under it why it ends too early. */
export default function Answered({ answered, onAgain, renderMemory, onOpenMemory }: Props) {
  const { found, category, at, question, answering, cutOff } = answered;
  return (
    <>
      {found.filters && (
        <p className="ask-filters" dir="auto">
          {filtersText(found.filters, category)}
        </p>
      )}
      <Answer
        found={found}
        at={at}
        question={question}
        answering={answering}
        renderMemory={renderMemory}
        onOpenMemory={onOpenMemory}
      />
      <div role="status">
        {cutOff && (
          <p className="banner ask-cut">
            <span className="grow">{cutOff}</span>
            <Button look="secondary" size="small" icon={<RotateCw className="i i-s" />} onClick={onAgain}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
