import { useMemo } from "react";
import { outlineOf } from "./outline/headings";
import { HowFar, Outline } from "./outline/outline";
import { useReading } from "./outline/use-reading";
import { GoOn } from "./progress/go-on";
import { useJumped } from "./progress/use-jumped";
import { useMarkedUnread } from "./progress/use-marked-unread";
import { useProgress } from "./progress/use-progress";
import type { LayoutProps } from "./slots";
import { wordCount } from "./text/length";
import "./room.css";

/** A memory that is read: outline, text, margin, and what is known of it. */
export function Columns(props: LayoutProps) {
  const {
    memory,
    leaves,
    kept,
    from,
    text,
    textRef,
    drawn,
    goTo,
    back,
    head,
    tools,
    facts,
    quotes,
    ask,
    list,
    margin,
  } = props;
  const reading = useReading(textRef, leaves, drawn, from);
  const entries = useMemo(() => outlineOf(leaves ?? [], from), [leaves, from]);
  const words = useMemo(() => wordCount(leaves ?? []), [leaves]);
  const long = words > SHORT;
  const jumped = useJumped(textRef, leaves, drawn);
  const { offered, take } = useProgress({
    id: drawn && long ? memory?._id : undefined,
    kept,
    at: { leaf: reading.first, share: reading.share },
    jumped,
    unread: useMarkedUnread(memory),
  });
  const goOn = (leaf: number) => {
    take();
    goTo(leaf);
  };
  return (
    <>
      <div className="read-line" aria-hidden="true">
        <span style={{ scale: `${long ? reading.share : 0} 1` }} />
      </div>
      <div className="room">
        <div className="room-side">
          {back}
          <nav className="room-toc" aria-label="In this text">
            <Outline entries={entries} reading={reading} onGo={goTo} />
            {long && <HowFar words={words} share={reading.share} />}
          </nav>
          <div ref={list} className="room-list" />
        </div>
        <article className="room-piece">
          {tools}
          {head}
          {offered && props.cited === undefined && <GoOn share={offered.share} onGo={() => goOn(offered.leaf)} />}
          {text}
        </article>
        <div ref={margin} className="room-margin" />
        <aside className="room-about" aria-label="About this memory">
          {facts}
          {quotes}
          {ask}
        </aside>
      </div>
    </>
  );
}

/** Fewer words than these are read at a glance. */
const SHORT = 200;
