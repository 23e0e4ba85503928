import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Dialog, preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";

export type Question = {
  title: string;
  /** What it changes, and what stays. */
  text: ReactNode;
  /** What the button that does it says. */
  yes: string;
  /** Resolves to whether it was done, which it says itself, or to what is shown in the question's place. */
  run: () => Promise<boolean | ReactElement>;
};

/**
 * Asks before something is done that can't be taken back. `onGone` runs once it is done and the question is off the page, the
 * focus with it; without one the focus goes back to where it was.
 */
export function useQuestion(onGone?: () => void): { ask: (question: Question) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<ReactElement>();
  const done = useRef(false);

  const ask = (next: Question) =>
    void openLate(
      preloadDialog,
      () => {
        done.current = false;
        setShown(undefined);
        setQuestion(next);
        setOpen(true);
      },
      "That did not open. Please try again.",
    );

  async function run({ run }: Question) {
    setBusy(true);
    const outcome = await run();
    setBusy(false);
    done.current = outcome !== false;
    if (outcome === true) setOpen(false);
    else if (outcome) setShown(outcome);
  }

  const close = () => setOpen(false);
  const dialog = question && (
    <Dialog
      open={open}
      onClose={close}
      title={question.title}
      keepsFocus={() => done.current && onGone !== undefined}
      onClosed={() => done.current && onGone?.()}
    >
      <div className="dialog-body">{shown ?? question.text}</div>
      <div className="dialog-foot">
        {shown ? (
          <Button look="secondary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button look="ghost" onClick={close}>
              Cancel
            </Button>
            <Button look="danger" busy={busy} onClick={() => void run(question)}>
              {question.yes}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
  return { ask, dialog };
}
