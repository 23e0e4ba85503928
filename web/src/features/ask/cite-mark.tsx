import { classNames } from "@/lib/class-names";
import { useCited } from "./cited";

type Props = {
  n: number;
  /** Which of the answer's citations it stands for, from 1. Unknown while the answer comes, and in older ones. */
  citation: number | undefined;
};

/** "[1]" in an answer: lights up its source, and opens the memory at the words when pressed. */
export function CiteMark({ n, citation }: Props) {
  const { shown, show, open } = useCited();
  return (
    <button
      type="button"
      className={classNames("cite", shown === n && "on")}
      aria-label={`Source ${n}`}
      aria-current={shown === n || undefined}
      onMouseEnter={() => show(n)}
      onFocus={() => show(n)}
      onClick={() => open(n, citation)}
    >
      {n}
    </button>
  );
}
