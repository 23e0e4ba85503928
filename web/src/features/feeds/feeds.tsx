import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { Skeleton } from "@/ui/skeleton";
import { useFeeds } from "./api";
import { FeedRow } from "./feed-row";
import { FollowForm } from "./follow-form";
import { InAnswers } from "./in-answers";
import type { Feed } from "./model";

type Props = {
  /** The address at which what is from feeds is listed. */
  listPath: string;
  /** The address at which a file of feeds is brought in. */
  importPath: string;
};

/** The feeds that a person follows: what is new in them is saved as unread. */
export function Feeds({ listPath, importPath }: Props) {
  const { feeds, failed, retry, follow, ...acts } = useFeeds();
  const title = useRef<HTMLHeadingElement>(null);
  const gone = useGone(feeds);
  return (
    <>
      <Section
        id="follow"
        title="Follow a feed"
        lead="What a site publishes is saved here as it comes, as unread, and marked with its feed."
      >
        <FollowForm importPath={importPath} onFollow={follow} />
      </Section>
      <Section
        id="feeds"
        title="Feeds you follow"
        lead="Each is read about once an hour, and asked for no more than it has."
      >
        <div>
          <h3 className="vh" ref={title} tabIndex={-1} id="feed-list">
            The list of feeds
          </h3>
          {feeds && feeds.length > 0 && (
            <ul className="set-rows" aria-labelledby="feed-list">
              {feeds.map((feed) => (
                <FeedRow
                  key={feed.id}
                  feed={feed}
                  acts={acts}
                  listPath={listPath}
                  onGone={() => title.current?.focus()}
                />
              ))}
            </ul>
          )}
          <p className="vh" role="status">
            {gone}
          </p>
          {feeds?.length === 0 && <p className="hint">You follow no feeds yet.</p>}
          {!feeds && !failed && (
            <div role="status" aria-label="Loading your feeds">
              <Skeleton className="h-24" />
            </div>
          )}
          {failed && (
            <p className="set-failed" role="status">
              <span>Your feeds can’t be read right now.</span>
              <Button look="ghost" size="small" onClick={() => void retry()}>
                Try again
              </Button>
            </p>
          )}
        </div>
      </Section>
      <Section id="in-answers" title="In answers" lead="What you chose yourself always counts.">
        <InAnswers />
      </Section>
    </>
  );
}

/** Says which feed is off the list, once the last of what was from it is deleted. */
function useGone(feeds: readonly Feed[] | undefined): string {
  const leaving = useRef<readonly Feed[]>([]);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!feeds) return;
    const gone = leaving.current.filter(({ id }) => feeds.every((feed) => feed.id !== id));
    leaving.current = feeds.filter(({ status }) => status === "leaving");
    if (gone.length > 0) setSaid(`Off the list: ${gone.map(({ title }) => title).join(", ")}.`);
  }, [feeds]);
  return said;
}
