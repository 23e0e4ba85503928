import { classNames } from "@/lib/class-names";
import { leftText } from "../text/length";
import type { Entry } from "./headings";
import type { Reading } from "./use-reading";

type Props = { entries: readonly Entry[]; reading: Reading; onGo: (leaf: number) => void };

/** The headings of the text: those that are passed, and the one that is being read. */
export function Outline({ entries, reading, onGo }: Props) {
  const current = entries.findLastIndex(({ leaf }) => leaf <= reading.leaf);
  if (entries.length === 0) return null;
  return (
    <ol className="toc">
      {entries.map(({ leaf, text, sub }, index) => (
        <li key={leaf} className={classNames(index < current && "past", sub && "sub")}>
          <a
            href={`#leaf-${leaf}`}
            dir="auto"
            aria-current={index === current || undefined}
            onClick={(event) => {
              event.preventDefault();
              onGo(leaf);
            }}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** "42% read", "6 min left", and a bar. */
export function HowFar({ words, share }: { words: number; share: number }) {
  return (
    <div className="how-far">
      <p className="num">
        <span>{Math.round(share * 100)}% read</span>
        <span>{leftText(words, share)}</span>
      </p>
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}
