import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { Saving } from "./saver";

/** Says quietly whether what is written is saved. */
export function SavingLine({ saving }: { saving: Saving }) {
  return (
    <p className="saving" role="status">
      {wordsOf(saving)}
    </p>
  );
}

function wordsOf({ phase, message, kept }: Saving) {
  if (phase === "saved")
    return (
      <>
        <Check className="i i-s" />
        Saved
      </>
    );
  if (phase === "conflict" || phase === "failed") {
    return (
      <>
        <CircleAlert className="i i-s" />
        <span>
          Not saved: {phase === "conflict" ? "it was changed elsewhere as well." : sentence(message)}{" "}
          {kept
            ? "What you wrote is kept on this device."
            : "It is too long to be kept on this device: leave this page open."}
        </span>
      </>
    );
  }
  return (
    <>
      <LoaderCircle className="i i-s spin" />
      Saving…
    </>
  );
}

const sentence = (words = "") => (/[.!?…]$/.test(words) ? words : `${words}.`);
