type Props = { titleId: string; author: string; text: string };

/** The saved text of a tweet that the service does not return at the moment. */
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
