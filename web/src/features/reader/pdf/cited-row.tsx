import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";

type Props = {
  question: string;
  /** The number of the shown citation, its index, and how many there are. */
  n: number;
  shown: number;
  count: number;
  onShow: (citation: number) => void;
};

/** Says which citation is lit, and steps between those of the answer. */
export function CitedRow({ question, n, shown, count, onShow }: Props) {
  const step = (by: number) => onShow((shown + by + count) % count);
  return (
    <div className="pdf-cited-row">
      <span className="cite on">
        <span className="vh">Source </span>
        {n}
      </span>
      <p dir="auto">
        Cited in “{question}”
        {count > 1 && (
          <span className="num">
            {" "}
            {shown + 1} of {count}
          </span>
        )}
      </p>
      {count > 1 && (
        <>
          <button
            type="button"
            className="btn btn-ghost btn-icon"
            aria-label="Citation before"
            onClick={() => step(-1)}
          >
            <ChevronUp className="i i-s" />
          </button>
          <button type="button" className="btn btn-ghost btn-icon" aria-label="Next citation" onClick={() => step(1)}>
            <ChevronDown className="i i-s" />
          </button>
        </>
      )}
    </div>
  );
}
