type Props = { titleId: string; author: string; text: string };

/** The words of a tweet that its service does not give just now, as they were kept. */
export function KeptTweet({ titleId, author, text }: Props) {
  return (
    <div className="tweet">
      <p id={titleId} dir="auto">
        <b>{author || "A tweet"}</b>
      </p>
      <p className="tweet-text" dir="auto">
        {text}
      </p>
      <p className="tweet-when">As it was when you saved it.</p>
    </div>
  );
}
