import { useId } from "react";
import { attempt } from "@/forms/attempt";
import { Waiting } from "@/ui/section";
import { useInAnswers } from "./api";

/** The switch of whether answers use what is from feeds. */
export function InAnswers() {
  const { use, setUse } = useInAnswers();
  const id = useId();
  if (use === undefined) return <Waiting />;
  return (
    <div>
      <button
        type="button"
        role="switch"
        className="set-switch"
        aria-checked={use}
        aria-describedby={id}
        onClick={() => void attempt("setting whether answers use feeds", () => setUse(!use))}
      >
        Answers use feeds
        <span className="switch" />
      </button>
      <p className="hint" id={id}>
        {use
          ? "Searches and answers draw on everything that your feeds brought."
          : "Searches and answers leave out what your feeds brought, until you open, star, tag, mark or remark it."}
      </p>
    </div>
  );
}
