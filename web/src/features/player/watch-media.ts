import type { OnMessage } from "./messages";
import { problemOf } from "./problem";

/** The interval at which the position is reported, in ms. */
const PROGRESS = 1000;
/** The interval at which the duration is polled, in ms. Streams may know it late, without an event in some browsers. */
const DURATION = 100;
/** The time that a stream may take until the start position is seekable, in ms. */
const SEEK = 5000;

/** Runs at once and then at an interval, until it returns true. Returns a function that stops it. */
function until(ms: number, run: () => boolean): () => void {
  if (run()) return () => {};
  const timer = setInterval(() => run() && clearInterval(timer), ms);
  return () => clearInterval(timer);
}

/** Reports the progress and failure of a media element whose source was just set. Returns a function that stops. */
export function watchMedia(media: HTMLMediaElement, startAt: number, tell: OnMessage): () => void {
  const watch = new AbortController();
  const on = (type: string, run: () => void) => media.addEventListener(type, run, { signal: watch.signal });
  let stopProgress = () => {};
  let stopSeeking = () => {};

  const stopLooking = until(DURATION, () => {
    const known = Number.isFinite(media.duration) && media.duration > 0;
    if (known) tell({ type: "duration", duration: media.duration });
    return known;
  });
  const onReady = () => {
    if (startAt > 0) stopSeeking = seek(media, startAt);
    tell({ type: "ready" });
  };
  // Only once: a stream of several parts fires it for each, and must not seek back.
  media.addEventListener("loadedmetadata", onReady, { signal: watch.signal, once: true });
  on("play", () => {
    stopProgress();
    const timer = setInterval(() => tell({ type: "progress", place: media.currentTime }), PROGRESS);
    stopProgress = () => clearInterval(timer);
    tell({ type: "play" });
  });
  on("pause", () => stopProgress());
  on("ended", () => {
    stopProgress();
    tell({ type: "ended" });
  });
  on("error", () => tell({ type: "error", problem: problemOf(media.error) }));

  return () => {
    watch.abort();
    stopLooking();
    stopSeeking();
    stopProgress();
  };
}

function seek(media: HTMLMediaElement, place: number): () => void {
  const latest = Date.now() + SEEK;
  return until(DURATION, () => {
    if (Date.now() > latest) return true;
    const reached = canReach(media, place);
    if (reached) media.currentTime = place;
    return reached;
  });
}

function canReach({ seekable }: HTMLMediaElement, place: number): boolean {
  for (let i = 0; i < seekable.length; i++) if (seekable.start(i) <= place && place <= seekable.end(i)) return true;
  return false;
}
