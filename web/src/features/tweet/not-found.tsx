/** Shown in place of a tweet that is not available. */
export function TweetNotFound({ titleId }: { titleId: string }) {
  return (
    <div className="tweet tweet-lost">
      <h3 id={titleId}>Tweet not found</h3>
      <p>The embedded tweet could not be found…</p>
    </div>
  );
}
