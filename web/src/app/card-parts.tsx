import { type ComponentType, lazy, Suspense } from "react";
import type { CardParts } from "@/features/memories";
import { wordOf } from "@/memory/filter/words";
import type { Memory } from "@/memory/kinds";
import { Skeleton } from "@/ui/skeleton";
import { paths } from "./paths";

const load = () => import("./media");

function LostRecording() {
  return (
    <div className="player">
      <p className="player-trouble" role="status">
        The player could not be loaded.
      </p>
    </div>
  );
}

function LostTweet({ memory, titleId }: { memory: Memory; titleId: string }) {
  if (memory.status === "pending") return null;
  return (
    <p id={titleId} className="tweet tweet-lost">
      This tweet can’t be shown just now.
    </p>
  );
}

function TweetOnItsWay({ titleId }: { titleId: string }) {
  return (
    <>
      <span id={titleId} className="vh">
        Loading a tweet
      </span>
      <Skeleton className="h-40" />
    </>
  );
}

// Loaded at once, beside the code of the cards, rather than when the first card asks for it.
const media = load().catch((error) => {
  console.error("loading the players failed", error);
  return { Recording: LostRecording, SavedTweet: LostTweet };
});
const Recording = lazy<ComponentType<{ memory: Memory }>>(() =>
  media.then((loaded) => ({ default: loaded.Recording })),
);
const SavedTweet = lazy<ComponentType<{ memory: Memory; titleId: string }>>(() =>
  media.then((loaded) => ({ default: loaded.SavedTweet })),
);

/** What fills the slots of the cards. */
export const cardParts: CardParts = {
  pathOf: paths.memory,
  pathOfTag: (tag) => paths.filtered(wordOf("tag", tag)),
  Player: (props) => (
    <Suspense fallback={<Skeleton className="aspect-video min-h-50" />}>
      <Recording {...props} />
    </Suspense>
  ),
  Tweet: (props) => (
    <Suspense fallback={props.memory.status !== "pending" && <TweetOnItsWay titleId={props.titleId} />}>
      <SavedTweet {...props} />
    </Suspense>
  ),
};
