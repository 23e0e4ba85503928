import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNear } from "./near";
import { Preview } from "./preview";
import type { StageProps } from "./stage";
import { Trouble } from "./trouble";

export type MediaEmbedProps = {
  /** The URL of a recording: a page of a supported service, or a file. */
  url: string;
  title: string;
  /** The preview picture. If empty, the player is shown once it is near the viewport. */
  preview: string;
  /** In seconds. 0 if unknown. */
  duration: number;
  /** In seconds. 0 is the beginning. */
  startAt: number;
  /** Counts requests to play from startAt. Each increment plays again. */
  presses?: number;
  /** Whether a preview may still arrive. Until then the player loads only on request. */
  awaited?: boolean;
} & Pick<StageProps, "playing" | "onReady" | "onDuration" | "onProgress" | "onError">;

/**
 * Plays a recording of any supported source. Nothing is loaded from third parties before the user presses Play or
 * scrolls near.
 */
export function MediaEmbed(props: MediaEmbedProps) {
  const { preview, duration, title, startAt, presses = 0, awaited = false, ...rest } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  const [opened, setOpened] = useState<"near" | "asked">();
  const [heard, setHeard] = useState(0);
  const name = title || "Recording";
  if (heard !== presses) {
    setHeard(presses);
    setOpened("asked");
  }
  const ask = () => {
    // The pressed button unmounts, so the frame keeps the focus until the player can take it.
    frame.current?.focus({ preventScroll: true });
    setOpened("asked");
  };
  useNear(frame, !opened && !preview && !awaited, () => setOpened("near"));
  return (
    <fieldset ref={frame} className="player" aria-label={name} tabIndex={-1}>
      {!opened && preview && (
        <Preview title={name} picture={preview} duration={duration} startAt={startAt} onPlay={ask} />
      )}
      {!opened && !preview && <div className="player-wait" />}
      {opened && (
        <LateStage {...rest} key={presses} frame={frame} title={name} startAt={startAt} asked={opened === "asked"} />
      )}
    </fieldset>
  );
}

// A separate function, because Vite reports failed preloads only if nothing is chained to the import.
const loadStage = () => import("./stage");

/** The stage, whose chunk loads on demand. */
function LateStage(props: StageProps) {
  const [Stage, setStage] = useState<ComponentType<StageProps>>();
  const [state, setState] = useState<"loading" | "lost">("loading");
  const onLost = useEffectEvent(() => {
    setState("lost");
    props.onError?.("code");
  });
  useEffect(() => {
    if (state === "lost") return;
    let here = true;
    loadStage().then(
      (code) => here && setStage(() => code.Stage),
      () => here && onLost(),
    );
    return () => {
      here = false;
    };
  }, [state]);
  if (Stage) return <Stage {...props} />;
  if (state === "loading") return <div className="player-wait" />;
  const onRetry = () => {
    props.frame.current?.focus({ preventScroll: true });
    setState("loading");
  };
  return <Trouble problem="code" url={props.url} onRetry={onRetry} />;
}
