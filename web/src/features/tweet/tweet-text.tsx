import { OutLink } from "./out-link";
import type { Piece } from "./text";

/** The words of a tweet, and what they link to; nothing when it has none. */
export function TweetText({ pieces }: { pieces: readonly Piece[] }) {
  if (pieces.length === 0) return null;
  return (
    <p className="tweet-text" dir="auto">
      {pieces.map(({ text, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
          <OutLink key={index} to={href} title={href}>
            {text}
          </OutLink>
        ) : (
          text
        ),
      )}
    </p>
  );
}
