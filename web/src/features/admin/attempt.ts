import { logFailure, messageOf, statusOf } from "@/api/errors";
import { toast } from "@/ui/toast";

/** Says why something was not done: in the server's words, where it refused. */
export function excuse(what: string, error: unknown): void {
  if ((statusOf(error) ?? 500) >= 500) logFailure(what, error);
  toast.error(messageOf(error, "That could not be done. Please try again."));
}

/** Resolves to whether something was done, which it says. */
export async function attempt(what: string, task: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await task();
  } catch (error) {
    excuse(what, error);
    return false;
  }
  toast.success(done);
  return true;
}
