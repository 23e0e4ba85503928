import { beginOpening, endOpening } from "@/lib/opening";
import { toast } from "./toast";

/**
 * Opens something over the page once its code has come. Until then what is pressed is not taken for the page's; when it
 * does not come, a toast says so, in `excuse`.
 */
export function openLate<T>(load: () => Promise<T>, open: (loaded: T) => void, excuse: string): Promise<void> {
  beginOpening();
  return load().then(open, (error) => {
    endOpening();
    console.error(excuse, error);
    toast.error(excuse);
  });
}
