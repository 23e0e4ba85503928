import RotateCw from "lucide-react/icons/rotate-cw";
import { type ReactNode, useState } from "react";
import type { components } from "@/api/schema";
import { Button } from "@/ui/button";
import Answer from "./answer";
import { FollowUps } from "./follow-ups";
import type { AnswerSlots } from "./slots";
import { Turn } from "./turn";

/** A question of a kept conversation, with its answer. */
export type KeptTurn = components["schemas"]["Turn"];

type Props = {
  id: string;
  /** It is about one memory, which alone was asked. */
  alone: boolean;
  /** That memory is deleted: no more can be asked of it. */
  gone: boolean;
  /** Stands over it: a first question that is the same is not said twice. */
  title: string;
  /** In their order, at least one. */
  turns: readonly KeptTurn[];
  slots: AnswerSlots;
};

/** A conversation that was kept, and the field to go on with it. */
export function Conversation({ id, alone, gone, title, turns, slots }: Props) {
  // What is asked here stands below already: read anew, the conversation has it as well.
  const [held, setHeld] = useState<readonly KeptTurn[]>();
  const shown = held ?? turns;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const draw = (turns: readonly KeptTurn[], ask?: (question: string) => void, busy = false) =>
    turns.map((turn, index) => (
      <Turn
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and each keeps its place.
        key={index}
        question={turn.question}
        hidden={index === 0 && turn.question === title}
        asked={turn.asked}
      >
        <Kept
          turn={turn}
          alone={alone}
          slots={slots}
          foot={index === turns.length - 1 && <div ref={setSlot} />}
          busy={busy}
          // It is asked last, where its own words would be read by other turns than those it came after.
          onAgain={ask && (() => ask(turn.asked ?? turn.question))}
        />
      </Turn>
    ));
  if (gone) return <div className="turns">{draw(turns)}</div>;
  return (
    <div className="turns">
      <FollowUps
        conversation={id}
        category={turns.at(-1)?.type ?? "all-memories"}
        slots={slots}
        beside="nothing"
        slot={slot}
        renderBefore={(ask, busy) => draw(shown, ask, busy)}
        onAsk={() => setHeld(shown)}
      />
    </div>
  );
}

type KeptProps = Pick<Props, "alone" | "slots"> & { turn: KeptTurn; foot: ReactNode } & Again;

function Kept({ turn, alone, slots, foot, ...again }: KeptProps) {
  if (turn.withdrawn) return <Withdrawn {...again} />;
  return (
    <Answer
      {...slots}
      found={turn}
      at={new Date(turn.askedAt)}
      question={turn.question}
      category={turn.type}
      alone={alone}
      answering={false}
      whole
      beside="nothing"
      foot={foot}
    />
  );
}

type Again = {
  /** Another question is being answered. */
  busy: boolean;
  /** Undefined where nothing can be asked. */
  onAgain: (() => void) | undefined;
};

function Withdrawn({ busy, onAgain }: Again) {
  return (
    <div className="answer">
      <div className="answer-main withdrawn">
        <p>This answer quoted a memory that you have deleted since.</p>
        {onAgain && (
          <Button look="secondary" size="small" busy={busy} icon={<RotateCw className="i i-s" />} onClick={onAgain}>
            Ask again
          </Button>
        )}
      </div>
    </div>
  );
}
