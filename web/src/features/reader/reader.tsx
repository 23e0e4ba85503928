import ArrowLeft from "lucide-react/icons/arrow-left";
import { type RefObject, useEffect, useId, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { coverTitle } from "@/lib/document-title";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { Button } from "@/ui/button";
import { useOpened } from "./api";
import type { FocusMode } from "./focus/use-focus-mode";
import type { Cited } from "./model";
import { Page } from "./page";
import type { ReaderSlots } from "./slots";
import { typeStyle, useType } from "./type/settings";
import { useAsPage } from "./use-as-page";
import "./reader.css";
import "./type/sepia.css";
import "./focus/focus.css";
import "./print.css";

export type ReaderProps = ReaderSlots & {
  id: string;
  /** The memory as the list has it, if it does. */
  listed: Memory | undefined;
  /** The answer's citations. Undefined if no answer led here. */
  cited: Cited | undefined;
  /** The fragment: "#page-4", or "#t=42" in seconds. */
  hash: string;
  /** What the way back says. */
  back: string;
  /** Whether the text alone is shown, which outlives the step to another memory. */
  focus: FocusMode;
  onClose: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** Shows a memory over the page, under its header, with its captured text. */
export function Reader(props: ReaderProps) {
  const { id, listed, cited, hash, back, focus, onClose, onDelete, onRefresh, ...slots } = props;
  const opened = useOpened(id, listed);
  const region = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const deleted = useRef(false);
  const titleId = useId();
  const { memory, gone } = opened;
  useTitle(gone ? undefined : memory && titleOf(memory));

  const remove = () => {
    deleted.current = true;
    onDelete(id);
    onClose();
  };
  const refresh = () => {
    // The pressed button unmounts while the memory is being captured.
    heading.current?.focus({ preventScroll: true });
    if (memory) onRefresh(memory);
    if (!listed) setTimeout(() => void opened.reread(), 500);
  };
  // After a deletion the card that opened it is gone, so the list gets the focus.
  useAsPage({
    region,
    heading,
    instead: () => (deleted.current ? document.getElementById("memories") : null),
    onClose,
  });
  const type = useType();
  const { focused, toggle } = focus;
  const way = (
    <button type="button" className="back" onClick={onClose}>
      <ArrowLeft className="i i-s" />
      {back}
    </button>
  );
  return (
    <div
      ref={region}
      id="opened"
      role="dialog"
      className={classNames("reader", type.sepia && "paper-sepia", focused && "focused")}
      style={typeStyle(type)}
      data-as-page=""
      aria-labelledby={titleId}
    >
      {gone && !deleted.current ? (
        <>
          <div className="read-way">{way}</div>
          <Gone titleId={titleId} heading={heading} back={back} onClose={onClose} />
        </>
      ) : (
        <Page
          {...slots}
          opened={opened}
          titleId={titleId}
          heading={heading}
          back={way}
          cited={cited}
          hash={hash}
          onRefresh={refresh}
          onDelete={remove}
          focused={focused}
          onFocus={toggle}
        />
      )}
    </div>
  );
}

/** Sets the title of the document while the memory is open. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    return coverTitle(title);
  }, [title]);
}

type Titled = {
  /** The id of the heading that labels the dialog. */
  titleId: string;
  heading: RefObject<HTMLHeadingElement | null>;
};

function Gone({ titleId, heading, back, onClose }: Titled & { back: string; onClose: () => void }) {
  useEffect(() => heading.current?.focus(), [heading]);
  return (
    <div className="read-gone">
      <h1 id={titleId} ref={heading} tabIndex={-1}>
        This memory is not here any more.
      </h1>
      <p>It was deleted, or it never was yours.</p>
      <Button look="secondary" onClick={onClose}>
        {back}
      </Button>
    </div>
  );
}
