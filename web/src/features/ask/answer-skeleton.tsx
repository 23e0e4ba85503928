import LoaderCircle from "lucide-react/icons/loader-circle";
import type { ReactNode } from "react";
import { Skeleton } from "@/ui/skeleton";

/** The shape of an answer, while it is looked for. The foot stands last in its panel. */
export function AnswerSkeleton({ foot }: { foot?: ReactNode }) {
  return (
    <div className="answer" aria-busy="true">
      <div className="answer-main">
        <div className="answer-head" role="status">
          <LoaderCircle className="i spin" />
          <h2>Searching through your memories...</h2>
        </div>
        <AnswerLines />
        {foot}
      </div>
      <div className="answer-side">
        <Skeleton className="my-4 h-3.5 w-1/2" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </div>
  );
}

const LINES = ["w-[96%]", "w-full", "w-[91%]", "w-[58%]", "gap w-[44%]", "w-[97%]", "w-[88%]", "w-[40%]"];

/** The shape of its text. */
export function AnswerLines() {
  return (
    <div className="answer-lines">
      {LINES.map((look) => (
        <Skeleton key={look} className={look} />
      ))}
    </div>
  );
}
