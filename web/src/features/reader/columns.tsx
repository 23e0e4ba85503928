import { useMemo } from "react";
import { outlineOf } from "./outline/headings";
import { HowFar, Outline } from "./outline/outline";
import { useReading } from "./outline/use-reading";
import type { LayoutProps } from "./slots";
import { wordCount } from "./text/length";
import "./room.css";

/** A memory that is read: outline, text, margin, and what is known of it. */
export function Columns(props: LayoutProps) {
  const { leaves, from, text, textRef, drawn, goTo, back, head, tools, facts, quotes, ask, list, margin } = props;
  const reading = useReading(textRef, leaves, drawn);
  const entries = useMemo(() => outlineOf(leaves ?? [], from), [leaves, from]);
  const words = useMemo(() => wordCount(leaves ?? []), [leaves]);
  return (
    <div className="room">
      <div className="room-side">
        {back}
        <nav className="room-toc" aria-label="In this text">
          <Outline entries={entries} reading={reading} onGo={goTo} />
          {words > SHORT && <HowFar words={words} share={reading.share} />}
        </nav>
        <div ref={list} className="room-list" />
      </div>
      <article className="room-piece">
        {tools}
        {head}
        {text}
      </article>
      <div ref={margin} className="room-margin" />
      <aside className="room-about" aria-label="About this memory">
        {facts}
        {quotes}
        {ask}
      </aside>
    </div>
  );
}

/** Fewer words than these are read at a glance. */
const SHORT = 200;
