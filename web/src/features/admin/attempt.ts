import { reasonOf } from "@/forms/attempt";
import { toast } from "@/ui/toast";

/** Says why something was not done: in the server's words, where it refused. */
export function excuse(what: string, error: unknown): void {
  toast.error(reasonOf(what, error, "That could not be done. Please try again."));
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
