import { logFailure, messageOf, statusOf } from "@/api/errors";
import { toast } from "@/ui/toast";

/** Resolves to whether something was done. Says why not, in the server's words where it refused. */
export async function attempt(what: string, task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if ((statusOf(error) ?? 500) >= 500) logFailure(what, error);
    toast.error(messageOf(error, "That did not work. Please try again."));
    return false;
  }
}
