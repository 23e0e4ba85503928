import type { components } from "@/api/schema";
import { tweetIdOf } from "@/features/memories";
import { MediaEmbed } from "@/features/player";
import { Tweet } from "@/features/tweet";

type Memory = components["schemas"]["Memory"];

/** The recording that a memory leads to. `startAt` in seconds. */
export function Recording({ memory, startAt = 0 }: { memory: Memory; startAt?: number }) {
  const { link, title, imageUrl, duration = 0 } = memory;
  return <MediaEmbed url={link} title={title} preview={imageUrl} duration={duration} startAt={startAt} />;
}

/** The tweet that a memory leads to. */
export function SavedTweet({ memory, titleId }: { memory: Memory; titleId: string }) {
  return <Tweet id={tweetIdOf(memory.link) ?? ""} titleId={titleId} />;
}
