import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { startOnly, stopOnly } from "@/lib/only-one";
import type { OnMessage, PlayerMessage } from "./messages";
import type { FileKind } from "./source";
import { watchMedia } from "./watch-media";

export type FileProps = {
  kind: FileKind;
  src: string;
  title: string;
  /** In seconds. */
  startAt: number;
  asked: boolean;
  onMessage: OnMessage;
};

/** A file that the browser can play natively. */
export function NativeFile({ kind, src, title, startAt, asked, onMessage }: FileProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const tell = useEffectEvent((message: PlayerMessage) => {
    const media = ref.current;
    if (message.type === "play" && media) startOnly(media, () => media.pause());
    onMessage(message);
  });
  const firstPlace = useRef(startAt);
  // A layout effect, so that no event of the element is missed.
  useLayoutEffect(() => {
    const media = ref.current;
    if (!media) return;
    const stop = watchMedia(media, firstPlace.current, (message) => tell(message));
    return () => {
      stop();
      stopOnly(media);
    };
  }, []);
  const Media = kind === "audio" ? "audio" : "video";
  return <Media ref={ref} src={src} aria-label={title} controls playsInline preload="metadata" autoPlay={asked} />;
}
