import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { startOnly, stopOnly } from "@/lib/only-one";
import { type PlayerMessage, parseMessage } from "./messages";
import type { FileProps } from "./native-file";
import { requestFragment } from "./play-request";

/**
 * A file that needs one of our libraries, or http. The libraries fetch and parse files of any host, so they run in a
 * sandboxed page with an opaque origin, which can't reach this page's token.
 */
export function FileFrame({ kind, src, title, startAt, asked, onMessage }: FileProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const tell = useEffectEvent((message: PlayerMessage) => {
    const frame = ref.current;
    // Any target origin, because the sandboxed page has an opaque one.
    if (message.type === "play" && frame) startOnly(frame, () => frame.contentWindow?.postMessage("pause", "*"));
    onMessage(message);
  });
  // Never updated, because another fragment would add an entry to the tab's history.
  const [address] = useState(() => `/player.html${requestFragment({ kind, src, title, startAt, play: asked })}`);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const listen = ({ source, data }: MessageEvent) => {
      const message = source === frame.contentWindow && parseMessage(data);
      if (message) tell(message);
    };
    window.addEventListener("message", listen);
    return () => {
      window.removeEventListener("message", listen);
      stopOnly(frame);
    };
  }, []);
  return (
    <iframe
      ref={ref}
      src={address}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      sandbox="allow-scripts"
    />
  );
}
