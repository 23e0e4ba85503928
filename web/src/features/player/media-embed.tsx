import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { clockTime } from "@/lib/clock-time";
import { useNear } from "./near";
import type { News } from "./news";
import type { PlayerProps } from "./player";
import { Preview } from "./preview";
import type { Problem } from "./problem";
import { Trouble } from "./trouble";

export type MediaEmbedProps = {
  /** Of a recording: a page of one of the services, or a file. */
  url: string;
  title: string;
  /** Shown until it is played; empty: the player itself is shown. */
  preview: string;
  /** In seconds; 0: not known. */
  duration: number;
  /** In seconds; 0: the beginning. When it changes the recording plays from there. */
  startAt: number;
  onReady?: () => void;
  /** In seconds, once it is known. Of files alone. */
  onDuration?: (duration: number) => void;
  /** Where it plays, in seconds: each second. Of files alone. */
  onProgress?: (place: number) => void;
  onError?: (problem: Problem) => void;
};

/** How long a player may take to get ready, in ms. */
const PATIENCE = 15_000;

/** Where a recording stands. Each try is a player of its own. */
type State = { at: "rest" | "loading" | "ready" | "failed"; asked: boolean; tries: number; problem: Problem };

const REST: State = { at: "rest", asked: false, tries: 0, problem: "silent" };

/** Plays a recording of any source that the product knows. Nothing foreign is loaded before it is wanted or near. */
export function MediaEmbed({ url, title, preview, duration, startAt, ...told }: MediaEmbedProps) {
  const stage = useRef<HTMLFieldSetElement>(null);
  const [state, setState] = useState(REST);
  const [length, setLength] = useState(0);
  const { at, asked, tries, problem } = state;
  const name = title || "Recording";

  const load = (asked: boolean) => setState(({ tries }) => ({ ...REST, at: "loading", asked, tries: tries + 1 }));
  const ask = () => {
    // The button that was pressed goes; the keyboard stays here until the player can have it.
    stage.current?.focus({ preventScroll: true });
    load(true);
  };
  const fail = (problem: Problem) => {
    setState((now) => ({ ...now, at: "failed", problem }));
    told.onError?.(problem);
  };
  const onNews = (news: News) => {
    if (news.type === "ready") {
      setState((now) => ({ ...now, at: "ready" }));
      told.onReady?.();
    }
    if (news.type === "duration") {
      setLength(news.duration);
      told.onDuration?.(news.duration);
    }
    if (news.type === "play") setLength(0);
    if (news.type === "progress") told.onProgress?.(news.place);
    if (news.type === "error") fail(news.problem);
  };

  useNear(stage, at === "rest" && !preview, () => load(false));
  usePatience(at === "loading", tries, () => fail("silent"));
  useMoves(startAt, () => load(true));
  useEffect(() => {
    const waiting = at === "ready" && document.activeElement === stage.current;
    if (waiting) stage.current?.querySelector<HTMLElement>("iframe, video, audio")?.focus({ preventScroll: true });
  }, [at]);

  return (
    <fieldset ref={stage} className="player" data-state={at} aria-label={name} tabIndex={-1}>
      {at === "rest" && preview && (
        <Preview title={name} picture={preview} duration={duration} startAt={startAt} onPlay={ask} />
      )}
      {(at === "loading" || (at === "rest" && !preview)) && <div className="player-wait" />}
      {(at === "loading" || at === "ready") && (
        <LatePlayer key={tries} url={url} title={name} startAt={startAt} asked={asked} onNews={onNews} />
      )}
      {at === "ready" && length > 0 && <span className="dur">{clockTime(length)}</span>}
      {at === "failed" && <Trouble problem={problem} url={url} onRetry={ask} />}
    </fieldset>
  );
}

/** The player itself, whose code comes when it is needed. */
function LatePlayer(props: PlayerProps) {
  const [Player, setPlayer] = useState<ComponentType<PlayerProps>>();
  const onLost = useEffectEvent(() => props.onNews({ type: "error", problem: "code" }));
  useEffect(() => {
    let here = true;
    import("./player").then(
      (code) => here && setPlayer(() => code.Player),
      () => here && onLost(),
    );
    return () => {
      here = false;
    };
  }, []);
  return Player && <Player {...props} />;
}

/** Calls back when a try has taken too long. */
function usePatience(waiting: boolean, tries: number, onOver: () => void) {
  const over = useEffectEvent(onOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try has its own time.
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => over(), PATIENCE);
    return () => clearTimeout(timer);
  }, [waiting, tries]);
}

/** Calls back when the place to start from is another than before. */
function useMoves(startAt: number, onMove: () => void) {
  const before = useRef(startAt);
  const move = useEffectEvent(onMove);
  useEffect(() => {
    if (before.current === startAt) return;
    before.current = startAt;
    move();
  }, [startAt]);
}
