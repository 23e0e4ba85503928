import { CircleAlert, Trash2 } from "lucide-react";
import { type ComponentType, useId } from "react";
import { type Kind, type Memory, nameOf } from "../model";
import { CardBoundary } from "./card-boundary";
import { DocumentCard } from "./document-card";
import { FailedCard } from "./failed-card";
import { LinkCard } from "./link-card";
import { NoteCard } from "./note-card";
import { PendingCard } from "./pending-card";
import { TweetCard } from "./tweet-card";
import { VideoCard } from "./video-card";

type Body = ComponentType<{ memory: Memory; titleId: string }>;

const BODIES: Record<Kind, Body> = {
  link: LinkCard,
  video: VideoCard,
  tweet: TweetCard,
  note: NoteCard,
  document: DocumentCard,
};

/** A note needs no reading, so whatever its status it shows as itself. */
function bodyOf({ type, status }: Memory): Body {
  if (type !== "note" && status === "pending") return PendingCard;
  if (type !== "note" && status === "failed") return FailedCard;
  return BODIES[type];
}

const FRAMES: Record<Kind, string> = {
  link: "card-link",
  video: "card-video",
  tweet: "card-tweet",
  note: "card-note",
  document: "card-doc",
};

/** Not read and on their way, a video and a tweet look like any other card: their own frame belongs to what they hold. */
function frameOf({ type, status }: Memory): string {
  if (type === "note" || status === "ready") return FRAMES[type];
  if (status === "failed") return "card-failed";
  return type === "document" ? "card-wait card-doc" : "card-wait";
}

type Props = { memory: Memory; onDelete: (id: string) => void };

/** One memory: the frame that all kinds share, its body by kind and state, and the way to delete it. */
export function MemoryCard({ memory, onDelete }: Props) {
  const titleId = useId();
  const Body = bodyOf(memory);
  return (
    <article className={`card ${frameOf(memory)}`} aria-labelledby={titleId} aria-busy={memory.status === "pending"}>
      <CardBoundary key={memory.status} fallback={<Broken titleId={titleId} />}>
        <Body memory={memory} titleId={titleId} />
      </CardBoundary>
      <button
        type="button"
        className="erase"
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
