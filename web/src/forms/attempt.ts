import { logFailure, messageOf, statusOf } from "@/api/errors";
import { toast } from "@/ui/toast";

/** Returns why something was not done, in the server's words where it refused. */
export function reasonOf(what: string, error: unknown, fallback: string): string {
  if ((statusOf(error) ?? 500) >= 500) logFailure(what, error);
  return messageOf(error, fallback);
}

/** Resolves to whether something was done. Says why not. */
export async function attempt(
  what: string,
  task: () => Promise<unknown>,
  fallback = "That did not work. Please try again.",
): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    toast.error(reasonOf(what, error, fallback));
    return false;
  }
}
