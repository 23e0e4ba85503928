import { LoaderCircle } from "lucide-react";
import { Skeleton } from "@/ui/skeleton";

/** The shape of an answer, while it is looked for. */
export function AnswerSkeleton() {
  return (
    <div className="answer" aria-busy="true">
      <div className="answer-main">
        <div className="answer-head" role="status">
          <LoaderCircle className="i spin" />
          <h2>Searching through your memories...</h2>
        </div>
        <AnswerLines />
      </div>
      <div className="answer-side">
        <Skeleton className="my-4 h-3.5 w-1/2" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </div>
  );
}

/** The shape of its text. */
export function AnswerLines() {
  return (
    <div className="answer-lines">
      <Skeleton className="w-[96%]" />
      <Skeleton className="w-full" />
      <Skeleton className="w-[91%]" />
      <Skeleton className="w-[58%]" />
      <Skeleton className="gap w-[44%]" />
      <Skeleton className="w-[97%]" />
      <Skeleton className="w-[88%]" />
      <Skeleton className="w-[40%]" />
    </div>
  );
}
