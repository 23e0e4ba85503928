import type { ReactNode, Ref } from "react";
import "./turns.css";

type Props = {
  ref?: Ref<HTMLDivElement> | undefined;
  question: string;
  /** It is to be seen elsewhere. */
  hidden?: boolean;
  /** What it was read as, where that is something else. */
  asked: string | undefined;
  /** Its answer, or what stands for one. */
  children: ReactNode;
};

/** A question of a conversation, over what came of it. */
export function Turn({ ref, question, hidden = false, asked, children }: Props) {
  return (
    <div ref={ref} className="turn" tabIndex={-1}>
      <div className="answer turn-row">
        <div className="turn-column">
          <h2 className={hidden ? "vh" : "turn-question"} dir="auto">
            {question}
          </h2>
          {asked && (
            <p className="turn-asked">
              Read as: <bdi>{asked}</bdi>
            </p>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}
