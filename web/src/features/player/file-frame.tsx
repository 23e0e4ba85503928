import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { startOnly, stopOnly } from "@/lib/only-one";
import type { FileProps } from "./native-file";
import { type News, newsIn } from "./news";
import { orderFragment } from "./order";

/**
 * A file that needs code of ours to play, or a policy that allows http. It plays in a page of its own, without an origin:
 * that code fetches from anywhere and reads what it gets, and has no way to the token of this page.
 */
export function FileFrame({ kind, src, title, startAt, asked, onNews }: FileProps) {
  const ref = useRef<HTMLIFrameElement>(null);
  const tell = useEffectEvent((news: News) => {
    const frame = ref.current;
    // Its origin has no name to send to.
    if (news.type === "play" && frame) startOnly(frame, () => frame.contentWindow?.postMessage("pause", "*"));
    onNews(news);
  });
  // As it was at first: another fragment would be a further step in the history of the tab.
  const [address] = useState(() => `/player.html${orderFragment({ kind, src, title, startAt, play: asked })}`);
  useLayoutEffect(() => {
    const frame = ref.current;
    if (!frame) return;
    const listen = ({ source, data }: MessageEvent) => {
      const news = source === frame.contentWindow && newsIn(data);
      if (news) tell(news);
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
