import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { pageRangeOf } from "@/document/on-page";
import { tellReadOn } from "@/document/scroll";
import type { Block } from "@/document/tree";
import { toast } from "@/ui/toast";
import { type Spoken, spokenOf } from "./sentences";

export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

type Args = {
  text: RefObject<HTMLElement | null>;
  leaves: readonly Block[];
  language: string;
};

const LIT = "spoken";

/** Reads a text aloud, sentence by sentence, each lit and kept in view. It ends with the page. */
export function useAloud({ text, leaves, language }: Args) {
  const [playing, setPlaying] = useState(false);
  const [rate, setRate] = useState<number>(1);
  const queue = useRef<{ all: readonly Spoken[]; at: number }>({ all: [], at: 0 });
  const rateNow = useRef(1);
  /** Tells the utterance that counts from one that was cut off. */
  const turn = useRef(0);

  const speak = useEffectEvent((at: number, speed: number) => {
    const sentence = queue.current.all[at];
    turn.current += 1;
    const own = turn.current;
    window.speechSynthesis.cancel();
    if (!sentence) {
      // What is played after the end begins again.
      queue.current = { all: [], at: 0 };
      return end();
    }
    queue.current.at = at;
    show(text.current, sentence);
    const said = new SpeechSynthesisUtterance(sentence.text);
    if (language) said.lang = language;
    said.rate = speed;
    said.onend = () => own === turn.current && speak(at + 1, rateNow.current);
    said.onerror = ({ error }) => {
      if (own !== turn.current) return;
      end();
      if (error !== "canceled" && error !== "interrupted") toast.error(lossOf(error));
    };
    window.speechSynthesis.speak(said);
  });
  const end = useCallback(() => {
    turn.current += 1;
    window.speechSynthesis?.cancel();
    globalThis.CSS?.highlights?.delete(LIT);
    setPlaying(false);
  }, []);
  const [request, ask] = useState<{ at: number }>();
  useEffect(() => {
    if (request) speak(request.at, rateNow.current);
  }, [request]);
  useEffect(() => end, [end]);

  return {
    playing,
    rate,
    /** Begins at a leaf, or goes on where it was paused. */
    play: (leaf: number) => {
      if (queue.current.all.length === 0) queue.current = { all: spokenOf(leaves, leaf, language), at: 0 };
      setPlaying(true);
      ask({ at: queue.current.at });
    },
    pause: end,
    skip: (by: number) => {
      const at = Math.max(0, queue.current.at + by);
      if (playing) ask({ at });
      else queue.current.at = at;
    },
    setRate: (next: number) => {
      rateNow.current = next;
      setRate(next);
      if (playing) ask({ at: queue.current.at });
    },
    stop: () => {
      end();
      queue.current = { all: [], at: 0 };
    },
  };
}

/** Why nothing is heard, in words. */
function lossOf(error: SpeechSynthesisErrorCode): string {
  if (window.speechSynthesis.getVoices().length === 0) return "This browser has no voice to read with.";
  const lacks = error === "language-unavailable" || error === "voice-unavailable";
  return lacks ? "This browser has no voice for this language." : "It could not be read aloud. Please try again.";
}

/** Lights a sentence, and brings it into view if it is not. */
function show(text: HTMLElement | null, sentence: Spoken): void {
  const range = text && pageRangeOf(text, sentence);
  if (!range) return;
  tellReadOn(text);
  globalThis.CSS?.highlights?.set(LIT, new Highlight(range));
  const { top, bottom } = range.getBoundingClientRect();
  const edge = window.innerHeight * 0.2;
  if (top < edge || bottom > window.innerHeight - edge) {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    range.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
  }
}
