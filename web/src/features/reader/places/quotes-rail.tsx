import { useId } from "react";
import { classNames } from "@/lib/class-names";
import type { Cited } from "../model";
import "./quotes.css";

type Props = {
  cited: Cited;
  shown: number;
  onShow: (citation: number) => void;
  /** The citations whose words are not in the text. Undefined while the text is loading. */
  missing: ReadonlySet<number>;
};

/** Lists the quotes of an answer. Each scrolls to its words in the text. */
export function QuotesRail({ cited, shown, onShow, missing }: Props) {
  const id = useId();
  return (
    <aside className="read-quotes" aria-labelledby={id}>
      <h2 id={id} dir="auto">
        Cited in “{cited.question}”
      </h2>
      <ol>
        {cited.citations.map(({ n, quote, place }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and may contain duplicates.
          <li key={index}>
            <button
              type="button"
              className={classNames("quote", index === shown && "on")}
              aria-current={index === shown || undefined}
              onClick={() => onShow(index)}
            >
              <span className="quote-place num">
                <span className={classNames("cite", index === shown && "on")}>
                  <span className="vh">Source </span>
                  {n}
                </span>
                <span className="quote-where">{place}</span>
              </span>
              <span className="quote-words" dir="auto">
                {quote}
              </span>
            </button>
            {missing.has(index) && <p className="quote-missing">These words are not in the text any more.</p>}
          </li>
        ))}
      </ol>
    </aside>
  );
}
