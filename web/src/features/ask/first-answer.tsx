import { useState } from "react";
import { Answered } from "./answered";
import { FollowUps } from "./follow-ups";
import type { AnsweredProps } from "./hero";
import type { AnswerSlots } from "./slots";

/** What came of the question in the box, and what is asked on once it is whole and kept. */
export function FirstAnswer({ answered, onAgain, slots }: AnsweredProps & { slots: AnswerSlots }) {
  const { found, category, answering, cutOff } = answered;
  const { conversation } = found;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <>
      <Answered {...slots} beside="landmark" answered={answered} onAgain={onAgain} foot={<div ref={setSlot} />} />
      {conversation && !answering && !cutOff && (
        <FollowUps
          key={conversation}
          conversation={conversation}
          category={category}
          slots={slots}
          beside="card"
          slot={slot}
        />
      )}
    </>
  );
}
