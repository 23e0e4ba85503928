import Rss from "lucide-react/icons/rss";
import { useRef, useState } from "react";
import { attempt } from "@/forms/attempt";
import { dayText } from "@/lib/day-text";
import { Button } from "@/ui/button";
import { Section } from "@/ui/section";
import { Skeleton } from "@/ui/skeleton";
import { useQuestion } from "@/ui/use-question";
import { type MadeFeed, type PrivateFeed, usePrivateFeeds } from "./api";
import { MadeFeedAddresses } from "./made-feed";
import { MakeFeed } from "./make-feed";

/** The feeds in which other programs read what a person saves. */
export function PrivateFeeds() {
  const { feeds, allowed, failed, retry, make, end } = usePrivateFeeds();
  const [made, setMade] = useState<MadeFeed>();
  const title = useRef<HTMLHeadingElement>(null);
  const { ask, dialog } = useQuestion(() => title.current?.focus());

  const onEnd = ({ id }: PrivateFeed) =>
    attempt(
      "ending a private feed",
      async () => {
        await end(id);
        if (made?.id === id) setMade(undefined);
      },
      "That feed could not be ended. Please try again.",
    );

  const askToEnd = (feed: PrivateFeed) =>
    ask({
      title: "End this feed?",
      text: (
        <p>
          What reads <bdi>“{feed.name}”</bdi> finds nothing there any more. Your memories stay.
        </p>
      ),
      yes: "End it",
      run: () => onEnd(feed),
    });

  return (
    <Section
      id="private-feeds"
      title="Private feeds"
      lead="What you save, as a feed for your feed reader. Its address is the key to it: share it with no one."
    >
      <div>
        {allowed ? (
          <MakeFeed onMake={async (name, filter) => setMade(await make(name, filter))} />
        ) : (
          <p className="hint">Private feeds come with the annual plan of Pro.</p>
        )}
        <div role="status">{made && <MadeFeedAddresses made={made} />}</div>
      </div>
      <div>
        <h3 className="sub-h" ref={title} tabIndex={-1} id="private-feed-list">
          Your private feeds
        </h3>
        {feeds && feeds.length > 0 && (
          <ul className="rows" aria-labelledby="private-feed-list">
            {feeds.map((feed) => (
              <Row key={feed.id} feed={feed} onEnd={() => askToEnd(feed)} />
            ))}
          </ul>
        )}
        {feeds?.length === 0 && <p className="hint">There are none yet.</p>}
        {!feeds && !failed && (
          <div role="status" aria-label="Loading your private feeds">
            <Skeleton className="h-16" />
          </div>
        )}
        {failed && (
          <p className="set-failed" role="status">
            <span>Your private feeds can’t be read right now.</span>
            <Button look="ghost" size="small" onClick={() => void retry()}>
              Try again
            </Button>
          </p>
        )}
      </div>
      {dialog}
    </Section>
  );
}

function Row({ feed, onEnd }: { feed: PrivateFeed; onEnd: () => void }) {
  const { name, filter, createdAt, lastReadAt } = feed;
  const now = new Date();
  return (
    <li>
      <Rss className="i" />
      <span>
        <bdi className="row-name">{name}</bdi>
        <small>
          <bdi>{filter || "Everything"}</bdi> · made {dayText(new Date(createdAt), now)} ·{" "}
          {lastReadAt ? `read ${dayText(new Date(lastReadAt), now)}` : "never read"}
        </small>
      </span>
      <Button look="ghost" size="small" aria-label={`End ${name}`} onClick={onEnd}>
        End
      </Button>
    </li>
  );
}
