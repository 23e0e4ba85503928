import type { AnsweredProps } from "@/features/ask";
import { FirstAnswer } from "@/features/ask/first-answer";
import { paths } from "./paths";
import { useLent } from "./use-lent";

/** The answer on the dashboard. */
export default function HomeAnswer(props: AnsweredProps) {
  return <FirstAnswer {...props} lent={useLent(paths.memory)} />;
}
