import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { clockTime } from "@/lib/clock-time";
import type { News } from "./news";
import { Player } from "./player";
import type { Problem } from "./problem";
import type { Playing } from "./source";
import { Trouble } from "./trouble";

export type StageProps = {
  url: string;
  /** What plays it; nothing where it is played only there. */
  playing: Playing | undefined;
  title: string;
  /** In seconds; 0: where it was left, or the beginning. */
  startAt: number;
  /** Whether the user pressed Play: nothing plays by itself. */
  asked: boolean;
  /** What holds the focus until the player can have it. */
  frame: RefObject<HTMLElement | null>;
  onReady?: () => void;
  /** In seconds, once it is known. Of files alone. */
  onDuration?: (duration: number) => void;
  /** Where it plays, in seconds: each second. Of files alone. */
  onProgress?: (place: number) => void;
  onError?: (problem: Problem) => void;
};

/** How long a player may take to get ready, in ms. */
const PATIENCE = 15_000;

/** Each try is a player of its own. */
type State = { at: "loading" | "ready" | Problem; tries: number; asked: boolean };

/** A recording while it gets ready, plays, or does not. */
export function Stage({ url, playing, title, startAt, asked, frame, ...told }: StageProps) {
  const [{ at, ...now }, setState] = useState<State>({ at: "loading", tries: 0, asked });
  const [length, setLength] = useState(0);
  const turn = (at: State["at"]) => setState((before) => ({ ...before, at }));

  const onNews = (news: News) => {
    if (news.type === "ready") {
      turn("ready");
      told.onReady?.();
    }
    if (news.type === "duration") {
      setLength(news.duration);
      told.onDuration?.(news.duration);
    }
    if (news.type === "play") setLength(0);
    if (news.type === "progress") told.onProgress?.(news.place);
    if (news.type === "error") {
      // What may have the focus goes.
      if (frame.current?.contains(document.activeElement)) frame.current.focus({ preventScroll: true });
      turn(news.problem);
      told.onError?.(news.problem);
    }
  };
  const onRetry = () => {
    frame.current?.focus({ preventScroll: true });
    setState(({ tries }) => ({ at: "loading", tries: tries + 1, asked: true }));
  };

  const giveUp = useEffectEvent(() => onNews({ type: "error", problem: "silent" }));
  useEffect(() => {
    if (at !== "loading") return;
    const timer = setTimeout(() => giveUp(), PATIENCE);
    return () => clearTimeout(timer);
  }, [at]);
  useEffect(() => {
    if (at !== "ready" || document.activeElement !== frame.current) return;
    frame.current?.querySelector<HTMLElement>("iframe, video, audio")?.focus({ preventScroll: true });
  }, [at, frame]);

  if (at !== "loading" && at !== "ready") return <Trouble problem={at} url={url} onRetry={onRetry} />;
  return (
    <>
      {at === "loading" && <div className="player-wait" />}
      <Player
        key={now.tries}
        url={url}
        playing={playing}
        title={title}
        startAt={startAt}
        asked={now.asked}
        onNews={onNews}
      />
      {at === "ready" && length > 0 && <span className="dur">{clockTime(length)}</span>}
    </>
  );
}
