import Play from "lucide-react/icons/play";
import { useState } from "react";
import { clockTime } from "@/lib/clock-time";

type Props = {
  title: string;
  picture: string;
  /** In seconds. 0 if unknown. */
  duration: number;
  /** In seconds. 0 is the beginning. */
  startAt: number;
  onPlay: () => void;
};

/** A preview that loads nothing from the recording's host. */
export function Preview({ title, picture, duration, startAt, onPlay }: Props) {
  const [broken, setBroken] = useState("");
  const from = startAt > 0 ? `from ${clockTime(startAt)}` : "";
  return (
    <button type="button" className="player-start" aria-label={`Play ${title} ${from}`.trim()} onClick={onPlay}>
      {picture !== broken && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(picture)} />
      )}
      <span className="play">
        <Play className="i i-fill" />
      </span>
      {(from || duration > 0) && <span className="dur">{from || clockTime(duration)}</span>}
    </button>
  );
}
