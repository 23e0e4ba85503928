import { classNames } from "@/lib/class-names";
import { useCited } from "./cited";

/** "[1]" in an answer: lights up its source, and opens the memory at the words when pressed. */
export function CiteMark({ n }: { n: number }) {
  const { shown, show, open } = useCited();
  return (
    <button
      type="button"
      className={classNames("cite", shown === n && "on")}
      aria-label={`Source ${n}`}
      aria-current={shown === n || undefined}
      onMouseEnter={() => show(n)}
      onFocus={() => show(n)}
      onClick={() => open(n)}
    >
      {n}
    </button>
  );
}
