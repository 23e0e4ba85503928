import type { AnsweredProps } from "@/features/ask";
import { FirstAnswer } from "@/features/ask/first-answer";
import { paths } from "./paths";
import { useAnswerSlots } from "./use-answer-slots";

/** The answer on the dashboard. */
export default function HomeAnswer(props: AnsweredProps) {
  return <FirstAnswer {...props} slots={useAnswerSlots(paths.memory)} />;
}
