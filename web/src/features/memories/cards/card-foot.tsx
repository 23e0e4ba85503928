import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock";
import LoaderCircle from "lucide-react/icons/loader-circle";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { ReactNode } from "react";
import { safeLink } from "@/lib/safe-link";
import { KINDS, type Memory } from "@/memory/kinds";
import { isUnderWay, stepText } from "@/memory/memory";
import { savedDay, whenText } from "../when";
import { CardMarks, UnreadDot } from "./card-marks";
import { CardTags } from "./card-tags";

type Props = {
  memory: Memory;
  /** Id of the title: it tells one "Page" from the next. */
  titleId: string;
  onRefresh: () => void;
  /** The way into the memory, where the card has no title that leads there. */
  opening?: ReactNode;
  /** What stands at the start once it is read: an icon and a few words. */
  children?: ReactNode;
};

/** The last line of a card: what is going on, or where it comes from, and the way out, which opens a new tab. */
export function CardFoot({ memory, titleId, onRefresh, opening, children }: Props) {
  const { status, error, type } = memory;
  const href = safeLink(memory.link);
  // What is kept is whole or in part: it may be that a part could not be had, or nothing newer.
  const remark = status === "ready" ? error : "";
  return (
    <>
      <CardTags tags={memory.tags} />
      {remark && <p className="remark">{remark}</p>}
      <div className="card-foot">
        <UnreadDot memory={memory} />
        {opening}
        {status === "ready" && children}
        {status === "pending" && <Step memory={memory} />}
        {status === "failed" && !opening && (
          <span className="state state-bad">
            <CircleAlert className="i i-s" />
            Not read
          </span>
        )}
        {/* What happens just now needs the room, and says that it was just saved. */}
        {status !== "pending" && <SavedOn memory={memory} />}
        <CardMarks memory={memory} />
        {(status === "failed" || remark) && (
          <button type="button" className="retry" aria-describedby={titleId} onClick={onRefresh}>
            <RotateCw className="i i-s" />
            Retry
          </button>
        )}
        {href && (
          <a className="out" href={href} target="_blank" rel="noreferrer" aria-describedby={titleId}>
            {KINDS[type].short}
            <ArrowUpRight className="i i-s" />
          </a>
        )}
      </div>
    </>
  );
}

/** The day on which it was saved. A note says more, in a line of its own. */
function SavedOn({ memory: { createdAt } }: { memory: Memory }) {
  const [at, now] = [new Date(createdAt), new Date()];
  const day = savedDay(at, now);
  return day ? (
    <time className="day" dateTime={createdAt} title={`Saved ${whenText(at, now)}`}>
      {day}
    </time>
  ) : null;
}

function Step({ memory }: { memory: Memory }) {
  return (
    <span key={memory.step} className="state card-in">
      {isUnderWay(memory) ? <LoaderCircle className="i i-s spin" /> : <Clock className="i i-s" />}
      {stepText(memory)}
    </span>
  );
}
