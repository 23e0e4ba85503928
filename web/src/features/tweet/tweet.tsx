export type TweetProps = {
  /** The tweet's number. */
  id: string;
  /** For the element that names the tweet. */
  titleId: string;
};

/** A tweet as its service embeds it. */
export function Tweet({ id, titleId }: TweetProps) {
  return <p id={titleId}>{id}</p>;
}
