import { beginOpening, endOpening } from "@/lib/opening";
import { toast } from "./toast";

/**
 * Opens an overlay once its code is loaded. Until then key presses are not the page's shortcuts. If loading fails, a toast
 * shows `excuse`.
 */
export function openLate<T>(load: () => Promise<T>, open: (loaded: T) => void, excuse: string): Promise<void> {
  beginOpening();
  return load().then(open, (error) => {
    endOpening();
    console.error(excuse, error);
    toast.error(excuse);
  });
}
