import type { ReactNode } from "react";
import { logFailure } from "@/api/errors";
import { toast } from "@/ui/toast";
import { type Question, useQuestion } from "@/ui/use-question";

type Deletion = Omit<Question, "run"> & {
  run: () => Promise<void>;
  /** The toast after the deletion. */
  done: string;
};

/** Confirms before deleting. `onGone` runs after the deletion, once the dialog has closed and released the focus. */
export function useDeleting(onGone: () => void): { ask: (deletion: Deletion) => void; dialog: ReactNode } {
  const { ask, dialog } = useQuestion(onGone);
  const askFor = ({ run, done, ...question }: Deletion) => ask({ ...question, run: () => deleted(run, done) });
  return { ask: askFor, dialog };
}

async function deleted(run: () => Promise<void>, done: string): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    logFailure("deleting a conversation", error);
    toast.error("It could not be deleted. Please try again.");
    return false;
  }
  toast.success(done);
  return true;
}
