import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { startOnly, stopOnly } from "@/lib/only-one";
import type { News, Tell } from "./news";
import type { FileKind } from "./source";
import { watchMedia } from "./watch-media";

export type FileProps = {
  kind: FileKind;
  src: string;
  title: string;
  /** In seconds. */
  startAt: number;
  asked: boolean;
  onNews: Tell;
};

/** A file that the browser plays by itself. */
export function NativeFile({ kind, src, title, startAt, asked, onNews }: FileProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const tell = useEffectEvent((news: News) => {
    const media = ref.current;
    if (news.type === "play" && media) startOnly(media, () => media.pause());
    onNews(news);
  });
  const firstPlace = useRef(startAt);
  // Before the browser can have anything to tell.
  useLayoutEffect(() => {
    const media = ref.current;
    if (!media) return;
    const stop = watchMedia(media, firstPlace.current, (news) => tell(news));
    return () => {
      stop();
      stopOnly(media);
    };
  }, []);
  const Media = kind === "audio" ? "audio" : "video";
  return <Media ref={ref} src={src} aria-label={title} controls playsInline preload="metadata" autoPlay={asked} />;
}
