import { Skeleton } from "@/ui/skeleton";

/** As tall as a tweet of three lines. */
export function TweetSkeleton({ titleId }: { titleId: string }) {
  return (
    <div className="tweet tweet-wait" aria-busy="true">
      <span id={titleId} className="vh">
        Loading a tweet
      </span>
      <div className="tweet-head">
        <Skeleton className="avatar" />
        <div className="tweet-who">
          <Skeleton className="line w-1/2" />
          <Skeleton className="line w-2/3" />
        </div>
      </div>
      <div className="tweet-lines">
        <Skeleton className="line w-full" />
        <Skeleton className="line w-11/12" />
        <Skeleton className="line w-2/3" />
      </div>
      <Skeleton className="line w-1/3" />
      <div className="tweet-acts">
        <Skeleton className="line w-14" />
        <Skeleton className="line w-16" />
        <Skeleton className="line w-37" />
      </div>
      <Skeleton className="tweet-more" />
    </div>
  );
}
