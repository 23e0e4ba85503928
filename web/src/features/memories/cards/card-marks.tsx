import Archive from "lucide-react/icons/archive";
import Rss from "lucide-react/icons/rss";
import Star from "lucide-react/icons/star";
import type { Memory } from "@/memory/kinds";
import { isUnread } from "@/memory/memory";

/** A dot before where it is from, while it waits to be read. */
export function UnreadDot({ memory }: { memory: Memory }) {
  return isUnread(memory) ? (
    <span className="unread" title="Unread">
      <span className="vh">Unread</span>
    </span>
  ) : null;
}

/** Where it came from by itself, and what the person made of it: starred, archived. */
export function CardMarks({ memory: { feed, starred, archived } }: { memory: Memory }) {
  return (
    <>
      {feed && (
        <span className="from-feed" title={`From the feed ${feed.title}`}>
          <Rss className="i i-s" />
          <span className="vh">From the feed {feed.title}</span>
        </span>
      )}
      {starred && (
        <span className="starred" title="Starred">
          <Star className="i i-s" />
          <span className="vh">Starred</span>
        </span>
      )}
      {archived && (
        <span className="archived">
          <Archive className="i i-s" />
          Archived
        </span>
      )}
    </>
  );
}
