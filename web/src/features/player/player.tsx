import { useEffect, useEffectEvent } from "react";
import { FileFrame } from "./file-frame";
import { NativeFile } from "./native-file";
import type { News, Tell } from "./news";
import { forgetPlace, keepPlace, placeOf } from "./places";
import { ServiceFrame } from "./service-frame";
import { type FileKind, type Playing, sourceOf } from "./source";

type PlayerProps = {
  url: string;
  playing: Playing | undefined;
  title: string;
  /** In seconds; 0: where it was left, or the beginning. */
  startAt: number;
  /** Whether the user pressed Play: nothing plays by itself. */
  asked: boolean;
  onNews: Tell;
};

/** The player of a recording. It fills its stage. */
export function Player({ url, playing, title, startAt, asked, onNews }: PlayerProps) {
  const source = sourceOf(url, playing, { startAt, play: asked, host: location.hostname });
  const tell = useEffectEvent(onNews);
  const nowhere = !source;
  useEffect(() => {
    if (nowhere) tell({ type: "error", problem: "nowhere" });
  }, [nowhere]);

  if (!source) return null;
  if (source.as === "frame") {
    return <ServiceFrame src={source.src} title={title} onReady={() => onNews({ type: "ready" })} />;
  }
  const onFileNews = (news: News) => {
    if (news.type === "progress") keepPlace(url, news.place);
    if (news.type === "ended") forgetPlace(url);
    onNews(news);
  };
  const src = withinPolicy(source.src);
  const File = isNative(source.kind, src) ? NativeFile : FileFrame;
  return (
    <File
      key={src}
      kind={source.kind}
      src={src}
      title={title}
      startAt={startAt || placeOf(url)}
      asked={asked}
      onNews={onFileNews}
    />
  );
}

/** A page that came over https may load nothing over http; most hosts give the file either way. */
function withinPolicy(src: string): string {
  return location.protocol === "https:" ? src.replace(/^http:/, "https:") : src;
}

/** Whether an element of this page plays it: the page's policy allows https alone, and the browser has to know the kind. */
function isNative(kind: FileKind, src: string): boolean {
  if (!src.startsWith("https:")) return false;
  if (kind === "hls") return document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
  return kind === "audio" || kind === "video";
}
