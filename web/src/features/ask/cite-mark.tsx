import { classNames } from "@/lib/class-names";
import { useCited } from "./cited";

/** "[1]" in an answer: lights up its source, and leads there when pressed. */
export function CiteMark({ n }: { n: number }) {
  const { shown, show, idPrefix } = useCited();
  const lead = () => {
    show(n);
    const source = document.getElementById(`${idPrefix}${n}`);
    source?.scrollIntoView({ block: "nearest" });
    source?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      className={classNames("cite", shown === n && "on")}
      aria-label={`Source ${n}`}
      aria-current={shown === n || undefined}
      onMouseEnter={() => show(n)}
      onFocus={() => show(n)}
      onClick={lead}
    >
      {n}
    </button>
  );
}
