import Play from "lucide-react/icons/play";
import { useEffect, useRef, useState } from "react";
import { startOnly, stopOnly } from "@/lib/only-one";
import type { Media } from "./media";
import { OutLink } from "./out-link";

/** In milliseconds. Seeking pauses a video and resumes it at once, which does not count as a pause. */
const PAUSE_AFTER = 100;

type Stage = "fresh" | "playing" | "paused" | "ended" | "broken";

type Props = { video: Media; source: string; url: string };

/** A video that shows its poster until it is pressed, then the browser's controls. An animated GIF loops silently. */
export function TweetVideo({ video: { kind, picture, alt }, source, url }: Props) {
  const { ref, stage, begun, play, follow } = usePlaying(kind !== "gif");
  const what = kind === "gif" ? "GIF" : "video";
  return (
    <div className="tweet-video">
      <video
        ref={ref}
        src={source}
        poster={picture}
        aria-label={alt || `Tweeted ${what}`}
        controls={stage !== "fresh" && stage !== "broken"}
        tabIndex={stage === "fresh" || stage === "broken" ? -1 : 0}
        loop={kind === "gif"}
        muted={kind === "gif"}
        preload="none"
        playsInline
        {...follow}
      />
      {stage === "fresh" && (
        <button type="button" className="tweet-play" aria-label={`Play ${what}`} onClick={play}>
          <span className="play">
            <Play className="i i-fill" />
          </span>
        </button>
      )}
      {stage === "broken" && (
        <p className="tweet-blank" role="status">
          This {what} can’t be played here.
        </p>
      )}
      {stage !== "playing" && (
        <OutLink to={url} className="tweet-watch">
          {stage === "ended" ? "View replies" : stage === "paused" || begun ? "Continue watching on X" : "Watch on X"}
        </OutLink>
      )}
    </div>
  );
}

/**
 * Returns the state of a video, whether it was ever played, and a function that starts it. A video with sound pauses
 * other players.
 */
function usePlaying(sounds: boolean) {
  const ref = useRef<HTMLVideoElement>(null);
  const [stage, setStage] = useState<Stage>("fresh");
  const [begun, setBegun] = useState(false);
  const pausing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const video = ref.current;
    return () => {
      clearTimeout(pausing.current);
      if (video) stopOnly(video);
    };
  }, []);

  const become = (next: Stage) => {
    clearTimeout(pausing.current);
    setStage(next);
  };
  const play = () => {
    const video = ref.current;
    if (!video) return;
    become("playing");
    // The pressed button unmounts, so the video gets the focus.
    video.tabIndex = 0;
    video.focus({ preventScroll: true });
    // If the browser blocks autoplay, the video waits for its own controls to be pressed.
    video.play().catch(() => setStage((now) => (now === "playing" ? "paused" : now)));
  };
  const follow = {
    onPlay: () => {
      const video = ref.current;
      if (sounds && video) startOnly(video, () => video.pause());
      become("playing");
    },
    onPlaying: () => setBegun(true),
    onPause: () => {
      clearTimeout(pausing.current);
      pausing.current = setTimeout(() => setStage((now) => (now === "playing" ? "paused" : now)), PAUSE_AFTER);
    },
    onEnded: () => become("ended"),
    onError: () => become("broken"),
  };
  return { ref, stage, begun, play, follow };
}
