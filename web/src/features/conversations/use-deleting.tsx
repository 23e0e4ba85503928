import { type ReactNode, useRef, useState } from "react";
import { logFailure } from "@/api/errors";
import { Button } from "@/ui/button";
import { Dialog, preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import { toast } from "@/ui/toast";

type Question = {
  title: string;
  /** Says what is deleted and what is kept. */
  text: ReactNode;
  /** The label of the confirm button. */
  yes: string;
  run: () => Promise<void>;
  /** The toast after the deletion. */
  done: string;
};

/** Confirms before deleting. `onGone` runs after the deletion, once the dialog has closed and released the focus. */
export function useDeleting(onGone: () => void): { ask: (question: Question) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const deleted = useRef(false);

  const ask = (next: Question) =>
    void openLate(
      preloadDialog,
      () => {
        deleted.current = false;
        setQuestion(next);
        setOpen(true);
      },
      "That did not open. Please try again.",
    );

  async function run({ run, done }: Question) {
    setBusy(true);
    try {
      await run();
      deleted.current = true;
      toast.success(done);
      setOpen(false);
    } catch (error) {
      logFailure("deleting a conversation", error);
      toast.error("It could not be deleted. Please try again.");
    }
    setBusy(false);
  }

  const dialog = question && (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={question.title}
      keepsFocus={() => deleted.current}
      onClosed={() => deleted.current && onGone()}
    >
      <div className="dialog-body">{question.text}</div>
      <div className="dialog-foot">
        <Button look="ghost" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={() => void run(question)}>
          {question.yes}
        </Button>
      </div>
    </Dialog>
  );
  return { ask, dialog };
}
