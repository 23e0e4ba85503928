import { OutLink } from "./out-link";
import type { Piece } from "./text";

/** Renders a tweet's text with its links. Empty if there is no text. */
export function TweetText({ pieces }: { pieces: readonly Piece[] }) {
  if (pieces.length === 0) return null;
  return (
    <p className="tweet-text" dir="auto">
      {pieces.map(({ text, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have a fixed order.
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
