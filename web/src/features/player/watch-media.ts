import type { Tell } from "./news";
import { problemOf } from "./problem";

/** The interval at which the position is reported, in ms. */
const PROGRESS = 1000;
/** The interval at which the duration is polled, in ms: a stream may know it late, and not every browser has an event for it. */
const DURATION = 100;
/** How long a stream may take until the place to start from can be reached, in ms. */
const SEEK = 5000;

/** Runs again and again, at once for the first time, until it returns true. Returns the way to stop. */
function until(ms: number, run: () => boolean): () => void {
  if (run()) return () => {};
  const timer = setInterval(() => run() && clearInterval(timer), ms);
  return () => clearInterval(timer);
}

/** Reports the progress and failure of a media element whose source was just set. Returns a function that stops. */
export function watchMedia(media: HTMLMediaElement, startAt: number, tell: Tell): () => void {
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
  // A stream of several parts says so at each, and goes on where it is.
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
