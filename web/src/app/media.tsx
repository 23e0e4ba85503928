import { MediaEmbed } from "@/features/player";
import type { Start } from "@/features/reader";
import { ForgetTweet, Tweet } from "@/features/tweet";
import type { Memory } from "@/memory/kinds";

const BEGINNING: Start = { at: 0, presses: 0 };

/** The recording that a memory leads to. */
export function Recording({ memory, start = BEGINNING }: { memory: Memory; start?: Start }) {
  const { link, title, imageUrl, duration = 0, status, player } = memory;
  return (
    <MediaEmbed
      url={link}
      playing={player}
      title={title}
      preview={imageUrl}
      duration={duration}
      startAt={start.at}
      presses={start.presses}
      awaited={status === "pending"}
    />
  );
}

/** The tweet that a memory leads to; nothing while that is fetched again, and then as it is by then. */
export function SavedTweet({ memory, titleId }: { memory: Memory; titleId: string }) {
  const id = memory.tweetId ?? "";
  if (memory.status === "pending") return <ForgetTweet id={id} />;
  return <Tweet id={id} titleId={titleId} kept={{ author: memory.author ?? "", text: memory.description }} />;
}
