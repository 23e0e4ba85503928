import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Block } from "@/document/tree";
import { rangeOf, type Sentence, sentencesOf } from "./sentences";

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
  const queue = useRef<{ all: readonly Sentence[]; at: number }>({ all: [], at: 0 });
  const rateNow = useRef(1);
  /** Tells the utterance that counts from one that was cut off. */
  const turn = useRef(0);

  const speak = useEffectEvent((at: number, speed: number) => {
    const sentence = queue.current.all[at];
    turn.current += 1;
    const own = turn.current;
    window.speechSynthesis.cancel();
    if (!sentence) return end();
    queue.current.at = at;
    show(text.current, sentence);
    const said = new SpeechSynthesisUtterance(sentence.text);
    if (language) said.lang = language;
    said.rate = speed;
    said.onend = () => own === turn.current && speak(at + 1, rateNow.current);
    said.onerror = () => own === turn.current && end();
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
      const { all, at } = queue.current;
      const goesOn = all.length > 0 && at > 0 && all[0]?.leaf !== undefined && at < all.length;
      if (!goesOn) queue.current = { all: sentencesOf(leaves, leaf, language), at: 0 };
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

/** Lights a sentence, and brings it into view if it is not. */
function show(text: HTMLElement | null, sentence: Sentence): void {
  const range = text && rangeOf(text, sentence);
  if (!range) return;
  globalThis.CSS?.highlights?.set(LIT, new Highlight(range));
  const { top, bottom } = range.getBoundingClientRect();
  const edge = window.innerHeight * 0.2;
  if (top < edge || bottom > window.innerHeight - edge) {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    range.startContainer.parentElement?.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
  }
}
