import type { components } from "@/api/schema";
import { type CardParts, tweetIdOf } from "@/features/memories";
import { MediaEmbed } from "@/features/player";
import { Tweet } from "@/features/tweet";
import { paths } from "./paths";

type Memory = components["schemas"]["Memory"];

/** The recording that a memory leads to. `startAt` in seconds. */
export function Recording({ memory, startAt = 0 }: { memory: Memory; startAt?: number }) {
  const { link, title, imageUrl, duration = 0 } = memory;
  return <MediaEmbed url={link} title={title} preview={imageUrl} duration={duration} startAt={startAt} />;
}

/** What the cards are lent. */
export const cardParts: CardParts = {
  pathOf: paths.memory,
  Player: Recording,
  Tweet: ({ memory, titleId }) => <Tweet id={tweetIdOf(memory.link) ?? ""} titleId={titleId} />,
};
