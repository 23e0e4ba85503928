import { type ReactNode, type Ref, useId } from "react";
import "./thread.css";

type Props = {
  ref?: Ref<HTMLElement> | undefined;
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
  const id = useId();
  return (
    <section ref={ref} className="turn" aria-labelledby={id} tabIndex={-1}>
      <div className="answer thread-row">
        <div className="thread-column">
          <h2 id={id} className={hidden ? "vh" : "turn-question"} dir="auto">
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
    </section>
  );
}
