import { RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import type { components } from "@/api/schema";
import { Button } from "@/ui/button";
import Answer from "./answer";
import { FollowUps, type FollowUpsHandle } from "./follow-ups";
import type { Lent } from "./lent";
import { Turn } from "./turn";

/** A question of a kept conversation, with its answer. */
export type KeptTurn = components["schemas"]["Turn"];

type Props = {
  id: string;
  /** Stands over it: a first question that is the same is not said twice. */
  title: string;
  /** In their order, at least one. */
  turns: readonly KeptTurn[];
  lent: Lent;
};

/** A conversation that was kept, and the field to go on with it. */
export function Conversation({ id, title, turns, lent }: Props) {
  const followUps = useRef<FollowUpsHandle>(null);
  // What is asked here stands below already: read anew, the conversation has it as well.
  const [held, setHeld] = useState<readonly KeptTurn[]>();
  const shown = held ?? turns;
  return (
    <div className="turns">
      {shown.map((turn, index) => (
        <Turn
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and each keeps its place.
          key={index}
          question={turn.question}
          hidden={index === 0 && turn.question === title}
          asked={turn.asked}
        >
          {turn.withdrawn ? (
            <Withdrawn onAgain={() => followUps.current?.ask(turn.question)} />
          ) : (
            <Answer
              {...lent}
              found={turn}
              at={new Date(turn.askedAt)}
              question={turn.question}
              answering={false}
              whole
              beside="nothing"
            />
          )}
        </Turn>
      ))}
      <FollowUps
        ref={followUps}
        conversation={id}
        category={turns.at(-1)?.type ?? "all-memories"}
        lent={lent}
        beside="nothing"
        onAsk={() => setHeld(shown)}
      />
    </div>
  );
}

function Withdrawn({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="answer">
      <div className="answer-main withdrawn">
        <p>This answer quoted a memory that you have deleted since.</p>
        <Button look="secondary" size="small" icon={<RotateCw className="i i-s" />} onClick={onAgain}>
          Ask again
        </Button>
      </div>
    </div>
  );
}
