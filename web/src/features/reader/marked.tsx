import { createContext, use } from "react";
import { classNames } from "@/lib/class-names";
import type { Run } from "./blocks";
import type { Mark } from "./quotes";

/** The index of the active citation, whose words are underlined. */
const ShownContext = createContext(-1);

export const ShownProvider = ShownContext.Provider;

/** A text with the quoted words marked. A footnote number follows the last mark of each quote. */
export function Marked({ run, marks }: { run: Run; marks: readonly Mark[] }) {
  const within = marks.filter(({ from, to }) => from < run.at + run.text.length && to > run.at);
  if (within.length === 0) return run.text;
  let from = 0;
  const pieces = within.map((mark) => {
    const [start, end] = [Math.max(mark.from - run.at, from), Math.min(mark.to - run.at, run.text.length)];
    const before = run.text.slice(from, start);
    from = end;
    return (
      <span key={mark.from}>
        {before}
        <Quoted mark={mark} last={mark.to <= run.at + end}>
          {run.text.slice(start, end)}
        </Quoted>
      </span>
    );
  });
  return (
    <>
      {pieces}
      {run.text.slice(from)}
    </>
  );
}

function Quoted({ mark, last, children }: { mark: Mark; last: boolean; children: string }) {
  const on = mark.citations.includes(use(ShownContext));
  return (
    <>
      <mark className={on ? "on" : undefined} data-citations={mark.citations.join(" ")}>
        {children}
      </mark>
      {last && (
        <span className={classNames("cite", on && "on")}>
          <span className="vh">Source </span>
          {mark.n}
        </span>
      )}
    </>
  );
}
