import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { clockTime } from "@/lib/clock-time";
import type { PlayerMessage } from "./messages";
import { Player } from "./player";
import type { Problem } from "./problem";
import type { Playing } from "./source";
import { Trouble } from "./trouble";

export type StageProps = {
  url: string;
  /** How it is played. Undefined if it plays only on its own site. */
  playing: Playing | undefined;
  title: string;
  /** In seconds. 0 is the last position, or the beginning. */
  startAt: number;
  /** Whether the user pressed Play. Nothing plays automatically. */
  asked: boolean;
  /** Holds the focus until the player can take it. */
  frame: RefObject<HTMLElement | null>;
  onReady?: () => void;
  /** In seconds, once known. Only called for files. */
  onDuration?: (duration: number) => void;
  /** The position in seconds, once a second. Only called for files. */
  onProgress?: (place: number) => void;
  onError?: (problem: Problem) => void;
};

/** The time that a player may take to get ready, in ms. */
const READY_TIMEOUT = 15_000;

/** Each try mounts a new player. */
type State = { at: "loading" | "ready" | Problem; tries: number; asked: boolean };

/** Shows a recording while it loads, plays or has failed. */
export function Stage({ url, playing, title, startAt, asked, frame, ...callbacks }: StageProps) {
  const [{ at, ...now }, setState] = useState<State>({ at: "loading", tries: 0, asked });
  const [length, setLength] = useState(0);
  const turn = (at: State["at"]) => setState((before) => ({ ...before, at }));

  const onMessage = (message: PlayerMessage) => {
    if (message.type === "ready") {
      turn("ready");
      callbacks.onReady?.();
    }
    if (message.type === "duration") {
      setLength(message.duration);
      callbacks.onDuration?.(message.duration);
    }
    if (message.type === "play") setLength(0);
    if (message.type === "progress") callbacks.onProgress?.(message.place);
    if (message.type === "error") {
      // The focused element may unmount.
      if (frame.current?.contains(document.activeElement)) frame.current.focus({ preventScroll: true });
      turn(message.problem);
      callbacks.onError?.(message.problem);
    }
  };
  const onRetry = () => {
    frame.current?.focus({ preventScroll: true });
    setState(({ tries }) => ({ at: "loading", tries: tries + 1, asked: true }));
  };

  const onTimeout = useEffectEvent(() => onMessage({ type: "error", problem: "silent" }));
  useEffect(() => {
    if (at !== "loading") return;
    const timer = setTimeout(() => onTimeout(), READY_TIMEOUT);
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
        onMessage={onMessage}
      />
      {at === "ready" && length > 0 && <span className="dur">{clockTime(length)}</span>}
    </>
  );
}
