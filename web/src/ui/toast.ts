import type { ExternalToast } from "sonner";

/** The code that draws toasts: more than most pages need before they show. */
export const loadToaster = () => import("./toaster");

type Say = (text: string, options?: ExternalToast) => void;

function say(look: "message" | "success" | "error"): Say {
  return (text, options) => {
    loadToaster().then(
      // One that is said before the toaster stands on the page is shown when it does.
      ({ toast }) => toast[look](text, options),
      (error) => console.error("loading the toasts failed", error),
    );
  };
}

/** Says something at the corner of the page for three seconds. */
export const toast = Object.assign(say("message"), { success: say("success"), error: say("error") });
