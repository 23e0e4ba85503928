import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import SkipBack from "lucide-react/icons/skip-back";
import SkipForward from "lucide-react/icons/skip-forward";
import X from "lucide-react/icons/x";
import { type RefObject, useEffect, useRef } from "react";
import type { Block } from "@/document/tree";
import { RATES, useAloud } from "./use-aloud";
import "./aloud.css";

type Props = {
  text: RefObject<HTMLElement | null>;
  leaves: readonly Block[];
  language: string;
  /** The leaf that is being read, where it begins. */
  from: number;
  onClose: () => void;
};

/** Reads the text aloud, from where it is being read. */
export default function AloudBar({ text, leaves, language, from, onClose }: Props) {
  const { playing, rate, play, pause, skip, setRate, stop } = useAloud({ text, leaves, language });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins when it is opened.
  useEffect(() => play(from), []);
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  const close = () => {
    // The pressed button is about to go, and the focus with it.
    const { current: opener } = before;
    const there = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const heading = bar.current?.closest(".reader")?.querySelector("h1");
    (there ? opener : heading)?.focus({ preventScroll: true });
    stop();
    onClose();
  };
  const next = RATES[(RATES.indexOf(rate as 1) + 1) % RATES.length] ?? 1;
  return (
    <div ref={bar} className="aloud" role="toolbar" aria-label="Read aloud">
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Previous sentence" onClick={() => skip(-1)}>
        <SkipBack className="i" />
      </button>
      <button
        type="button"
        className="btn btn-primary btn-icon"
        aria-label={playing ? "Pause" : "Play"}
        onClick={() => (playing ? pause() : play(from))}
      >
        {playing ? <Pause className="i" /> : <Play className="i" />}
      </button>
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Next sentence" onClick={() => skip(1)}>
        <SkipForward className="i" />
      </button>
      <button type="button" className="btn btn-ghost num" aria-label={`Speed ${rate}`} onClick={() => setRate(next)}>
        {rate}×
      </button>
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Stop" onClick={close}>
        <X className="i" />
      </button>
    </div>
  );
}
