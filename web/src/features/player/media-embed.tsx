import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNear } from "./near";
import { Preview } from "./preview";
import type { StageProps } from "./stage";
import { Trouble } from "./trouble";

export type MediaEmbedProps = {
  /** Of a recording: a page of one of the services, or a file. */
  url: string;
  title: string;
  /** Shown until it is played; empty: the player itself is shown. */
  preview: string;
  /** In seconds; 0: not known. */
  duration: number;
  /** In seconds; 0: the beginning. */
  startAt: number;
  /** How often it was asked to play from there: with each time more it does. */
  presses?: number;
  /** Whether a preview is still to be expected: only a press brings the player then. */
  awaited?: boolean;
} & Pick<StageProps, "playing" | "onReady" | "onDuration" | "onProgress" | "onError">;

/** Plays a recording of any source that the product knows. Nothing foreign is loaded before it is wanted or near. */
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
    // The button that was pressed goes; the keyboard stays here until the player can have it.
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

// Apart from what is done with it: the build has Vite tell of a loss only where nothing is chained to the import.
const loadStage = () => import("./stage");

/** The stage, whose code comes when it is needed. */
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
