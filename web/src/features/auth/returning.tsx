import LoaderCircle from "lucide-react/icons/loader-circle";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { untilReady } from "./until-ready";

type Stage = "starting" | "away" | "back";

const HEADINGS: Record<Stage, string> = {
  starting: "Restarting.",
  away: "Not back yet.",
  back: "All is back.",
};

const LEADS: Record<Stage, string> = {
  starting: "The backup is verified. Engram is restarting with it.",
  away:
    "The backup is verified and kept, and the next start takes it. A large one may take a few more minutes. " +
    "If Engram stays away, the log of the server says why.",
  back: "Memories, answers and accounts are as they were. Sign in as before.",
};

/** Waits for the server, which restarts with the restored backup. */
export function Returning({ signInPath }: { signInPath: string }) {
  const [stage, setStage] = useState<Stage>("starting");
  const heading = useRef<HTMLHeadingElement>(null);
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (stage === "starting") {
      const leaving = new AbortController();
      void untilReady(leaving.signal).then((back) => {
        if (!leaving.signal.aborted) setStage(back ? "back" : "away");
      });
      heading.current?.focus();
      return () => leaving.abort();
    }
    link.current?.focus();
  }, [stage]);

  return (
    <main id="main" className="auth-box auth-returning">
      <h1 ref={heading} tabIndex={-1}>
        {HEADINGS[stage]}
      </h1>
      <p role="status">{LEADS[stage]}</p>
      {stage === "starting" && <LoaderCircle className="i i-l spin" />}
      {stage === "away" && (
        <Button size="large" block onClick={() => setStage("starting")}>
          Check again
        </Button>
      )}
      {/* A full load: the data of this page is from before the restart. */}
      {stage === "back" && (
        <a ref={link} className="btn btn-primary btn-lg btn-block" href={signInPath}>
          Sign in
        </a>
      )}
    </main>
  );
}
