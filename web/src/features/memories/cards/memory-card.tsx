import { type ComponentType, useId, useRef } from "react";
import type { Kind, Memory } from "@/memory/kinds";
import { canFetchAgain, titleOf } from "@/memory/memory";
import { Boundary } from "@/ui/boundary";
import { archive, star } from "../acts";
import type { BodyProps } from "./body";
import { BrokenCard } from "./broken-card";
import { ArchiveButton, DeleteButton, MoreButton, RefreshButton, StarButton } from "./card-tools";
import { DocumentCard } from "./document-card";
import { FailedCard } from "./failed-card";
import { LinkCard } from "./link-card";
import { NoteCard } from "./note-card";
import { PendingCard } from "./pending-card";
import { TweetCard } from "./tweet-card";
import { VideoCard } from "./video-card";

type Looks = { Body: ComponentType<BodyProps>; frame: string };

const LOOKS: Record<Kind, Looks> = {
  link: { Body: LinkCard, frame: "card-link" },
  video: { Body: VideoCard, frame: "card-video" },
  tweet: { Body: TweetCard, frame: "card-tweet" },
  note: { Body: NoteCard, frame: "card-note" },
  document: { Body: DocumentCard, frame: "card-doc" },
};

/**
 * A card looks like its kind once something of it is known, and goes on so while it is fetched again. A video plays and a
 * tweet is asked for by its address, whether it could be read or not. A note needs no reading.
 */
function looksOf({ type, status, description, imageUrl }: Memory): Looks {
  const paper = type === "document" ? " card-doc" : "";
  if (type === "note" || type === "video" || status === "ready") return LOOKS[type];
  if (status === "failed") return type === "tweet" ? LOOKS.tweet : { Body: FailedCard, frame: `card-failed${paper}` };
  return description || imageUrl ? LOOKS[type] : { Body: PendingCard, frame: `card-wait${paper}` };
}

type Props = {
  memory: Memory;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
  onArchive?: (memory: Memory) => void;
  /** Opens all else that can be done with it. */
  onMore?: (memory: Memory) => void;
};

/** One memory. What breaks in it takes nothing else with it, and leaves the way to delete it. */
export function MemoryCard(props: Props) {
  const { memory, onDelete } = props;
  return (
    <Boundary name="a card" of={memory} fallback={<BrokenCard memory={memory} onDelete={onDelete} />}>
      <WholeCard {...props} />
    </Boundary>
  );
}

/** The frame that all kinds share, its body by kind and state, and the ways to fetch it again and delete it. */
function WholeCard({ memory, onDelete, onRefresh, onArchive = archive, onMore }: Props) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { Body, frame } = looksOf(memory);
  const name = titleOf(memory);
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
      <div key={frame} className="card-in">
        <Body memory={memory} titleId={titleId} onRefresh={refresh} />
      </div>
      <div className="card-tools">
        <StarButton name={name} starred={memory.starred === true} onStar={() => star(memory)} />
        <ArchiveButton name={name} archived={memory.archived === true} onArchive={() => onArchive(memory)} />
        {onMore && <MoreButton name={name} onMore={() => onMore(memory)} />}
        {canFetchAgain(memory) && <RefreshButton name={name} onRefresh={refresh} />}
        <DeleteButton name={name} onDelete={() => onDelete(memory._id)} />
      </div>
    </article>
  );
}
