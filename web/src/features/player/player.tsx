import { useEffect, useEffectEvent } from "react";
import { FileFrame } from "./file-frame";
import type { OnMessage, PlayerMessage } from "./messages";
import { NativeFile } from "./native-file";
import { clearPosition, positionOf, savePosition } from "./positions";
import { ServiceFrame } from "./service-frame";
import { type FileKind, type Playing, sourceOf } from "./source";

type PlayerProps = {
  url: string;
  playing: Playing | undefined;
  title: string;
  /** In seconds. 0 is the last position, or the beginning. */
  startAt: number;
  /** Whether the user pressed Play. Nothing plays automatically. */
  asked: boolean;
  onMessage: OnMessage;
};

/** Plays a recording with the player for its kind. It fills the stage. */
export function Player({ url, playing, title, startAt, asked, onMessage }: PlayerProps) {
  const source = sourceOf(url, playing, { startAt, play: asked, host: location.hostname });
  const tell = useEffectEvent(onMessage);
  const nowhere = !source;
  useEffect(() => {
    if (nowhere) tell({ type: "error", problem: "nowhere" });
  }, [nowhere]);

  if (!source) return null;
  if (source.as === "frame") {
    return <ServiceFrame src={source.src} title={title} onReady={() => onMessage({ type: "ready" })} />;
  }
  const onFileMessage = (message: PlayerMessage) => {
    if (message.type === "progress") savePosition(url, message.place);
    if (message.type === "ended") clearPosition(url);
    onMessage(message);
  };
  const src = withinPolicy(source.src);
  const File = isNative(source.kind, src) ? NativeFile : FileFrame;
  return (
    <File
      key={src}
      kind={source.kind}
      src={src}
      title={title}
      startAt={startAt || positionOf(url)}
      asked={asked}
      onMessage={onFileMessage}
    />
  );
}

/** Upgrades http to https, since https pages block mixed content and most hosts serve both. */
function withinPolicy(src: string): string {
  return location.protocol === "https:" ? src.replace(/^http:/, "https:") : src;
}

/** Returns whether this page can play it: the CSP allows only https, and the browser must support the format. */
function isNative(kind: FileKind, src: string): boolean {
  if (!src.startsWith("https:")) return false;
  if (kind === "hls") return document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
  return kind === "audio" || kind === "video";
}
