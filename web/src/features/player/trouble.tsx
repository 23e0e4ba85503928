import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import { type Problem, WORDS } from "./problem";

type Props = { problem: Problem; url: string; onRetry: () => void };

/** Says why nothing plays, and links to the original. */
export function Trouble({ problem, url, onRetry }: Props) {
  const href = safeLink(url);
  return (
    <div className="player-trouble">
      <p role="status">{WORDS[problem]}</p>
      <div className="player-ways">
        {problem !== "nowhere" && (
          <button type="button" className="player-way" onClick={onRetry}>
            <RotateCw className="i i-s" />
            Try again
          </button>
        )}
        {href && (
          <a className="player-way" href={href} target="_blank" rel="noreferrer">
            Open at {hostName(url)}
            <ArrowUpRight className="i i-s" />
          </a>
        )}
      </div>
    </div>
  );
}
