import { CircleAlert, RotateCw, Trash2 } from "lucide-react";
import { type ComponentType, useId, useRef } from "react";
import { type Kind, type Memory, nameOf } from "../model";
import type { BodyProps } from "./body";
import { CardBoundary } from "./card-boundary";
import { DocumentCard } from "./document-card";
import { FailedCard } from "./failed-card";
import { LinkCard } from "./link-card";
import { NoteCard } from "./note-card";
import { PendingCard } from "./pending-card";
import { TweetCard } from "./tweet-card";
import { VideoCard } from "./video-card";

type Looks = { Body: ComponentType<BodyProps>; frame: string };

const KINDS: Record<Kind, Looks> = {
  link: { Body: LinkCard, frame: "card-link" },
  video: { Body: VideoCard, frame: "card-video" },
  tweet: { Body: TweetCard, frame: "card-tweet" },
  note: { Body: NoteCard, frame: "card-note" },
  document: { Body: DocumentCard, frame: "card-doc" },
};

/**
 * A card looks like its kind once something of it is known, and goes on so while it is fetched again. Before that, and not
 * read, a video and a tweet look like any other card: their own frame belongs to what they hold. A note needs no reading.
 */
function looksOf({ type, status, description, imageUrl }: Memory): Looks {
  const paper = type === "document" ? " card-doc" : "";
  if (type === "note" || status === "ready") return KINDS[type];
  if (status === "failed") return { Body: FailedCard, frame: `card-failed${paper}` };
  return description || imageUrl ? KINDS[type] : { Body: PendingCard, frame: `card-wait${paper}` };
}

/** Whether there is a page behind it that may have changed, and no other button to fetch it by. */
function canBeRefreshed({ type, status, error }: Memory): boolean {
  return status === "ready" && !error && type !== "note" && type !== "document";
}

type Props = { memory: Memory; onDelete: (id: string) => void; onRefresh: (memory: Memory) => void };

/** One memory: the frame that all kinds share, its body by kind and state, and the ways to fetch it again and delete it. */
export function MemoryCard({ memory, onDelete, onRefresh }: Props) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { Body, frame } = looksOf(memory);
  const refresh = () => {
    // The button that was pressed goes; the keyboard stays with the card.
    card.current?.focus({ preventScroll: true });
    onRefresh(memory);
  };
  return (
    <article
      ref={card}
      className={`card ${frame}`}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={memory.status === "pending"}
    >
      <CardBoundary of={memory} fallback={<Broken titleId={titleId} />}>
        <div key={frame} className="card-in">
          <Body memory={memory} titleId={titleId} onRefresh={refresh} />
        </div>
      </CardBoundary>
      {canBeRefreshed(memory) && (
        <button
          type="button"
          className="tool tool-refresh"
          aria-label={`Fetch ${nameOf(memory)} again`}
          title="Fetch again"
          onClick={refresh}
        >
          <RotateCw className="i i-s" />
        </button>
      )}
      <button
        type="button"
        className="tool erase"
        aria-label={`Delete ${nameOf(memory)}`}
        onClick={() => onDelete(memory._id)}
      >
        <Trash2 className="i i-s" />
      </button>
    </article>
  );
}

function Broken({ titleId }: { titleId: string }) {
  return (
    <div className="card-body">
      <p id={titleId} className="state">
        <CircleAlert className="i i-s" />
        This card can’t be shown.
      </p>
    </div>
  );
}
