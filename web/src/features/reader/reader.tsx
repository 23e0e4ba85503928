import ArrowLeft from "lucide-react/icons/arrow-left";
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { coverTitle } from "@/lib/document-title";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { Boundary } from "@/ui/boundary";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { About } from "./about";
import { type Opened, useOpened } from "./api";
import { Byline } from "./byline";
import { Captured } from "./captured";
import { type Cited, headingOf, isTitled } from "./model";
import { partsOf, placeIn } from "./parts";
import { markQuotes } from "./quotes";
import { QuotesRail } from "./quotes-rail";
import { StateLine } from "./state-line";
import { useAsPage } from "./use-as-page";
import { usePlace } from "./use-place";

export type ReaderProps = {
  id: string;
  /** The memory as the list has it, if it does. */
  listed: Memory | undefined;
  /** The answer's citations. Undefined if no answer led here. */
  cited: Cited | undefined;
  /** The fragment: "#page-4", or "#t=42" in seconds. */
  hash: string;
  onClose: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
  /**
   * Renders the ask box for this memory. `onCitation` shows the quotes of its answer, and scrolls to one if it was
   * pressed.
   */
  renderAsk: (memory: Memory, onCitation: (cited: Cited, pressed: boolean) => void) => ReactNode;
  /** Renders the recording or tweet of the memory. Empty for other kinds. */
  renderMedia: (memory: Memory, start: Start) => ReactNode;
};

/** The start position of a recording in seconds, and the number of requests to play from there. */
export type Start = { at: number; presses: number };

/** Shows a memory over the page, under its header, with its captured text. */
export function Reader({ id, listed, cited, hash, onClose, onDelete, onRefresh, renderMedia, renderAsk }: ReaderProps) {
  const opened = useOpened(id, listed);
  const region = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const deleted = useRef(false);
  const titleId = useId();
  const { memory, gone } = opened;
  useTitle(gone ? undefined : memory && titleOf(memory));

  const back = cited ? "Back to the answer" : "Back to your memories";
  const remove = () => {
    deleted.current = true;
    onDelete(id);
    onClose();
  };
  const refresh = () => {
    // The pressed button unmounts while the memory is being captured.
    heading.current?.focus({ preventScroll: true });
    if (memory) onRefresh(memory);
    if (!listed) setTimeout(opened.reread, 500);
  };
  // After a deletion the card that opened it is gone, so the list gets the focus.
  useAsPage({
    region,
    heading,
    instead: () => (deleted.current ? document.getElementById("memories") : null),
    onClose,
  });
  return (
    <div ref={region} id="opened" role="dialog" className="reader" data-as-page="" aria-labelledby={titleId}>
      <div className="read-way">
        <button type="button" className="back" onClick={onClose}>
          <ArrowLeft className="i i-s" />
          {back}
        </button>
      </div>
      {gone && !deleted.current ? (
        <Gone titleId={titleId} heading={heading} back={back} onClose={onClose} />
      ) : (
        <Page
          opened={opened}
          titleId={titleId}
          heading={heading}
          cited={cited}
          hash={hash}
          renderMedia={renderMedia}
          renderAsk={renderAsk}
          onRefresh={refresh}
          onDelete={remove}
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

type PageProps = Titled &
  Pick<ReaderProps, "cited" | "hash" | "renderMedia" | "renderAsk"> & {
    opened: Opened;
    onRefresh: () => void;
    onDelete: () => void;
  };

function Page(props: PageProps) {
  const { opened, titleId, heading, cited, hash, renderMedia, renderAsk, onRefresh, onDelete } = props;
  const { memory, passages, failed, reread } = opened;
  const parts = useMemo(() => memory && passages && partsOf(memory, passages), [memory, passages]);
  const [own, setOwn] = useState<{ quoted: Cited; pressed: boolean }>();
  const quoted = own ? own.quoted : cited;
  const citations = quoted?.citations;
  const { marks, missing } = useMemo(
    () => markQuotes(parts ?? [], passages ?? [], (parts && citations) ?? []),
    [parts, passages, citations],
  );
  const { text, shown: last, show } = usePlace(parts, quoted, hash);
  const shown = own?.pressed === false ? -1 : last;
  const onCitation = useCallback(
    (quoted: Cited, pressed: boolean) => {
      setOwn({ quoted, pressed });
      if (pressed) show(quoted.shown);
    },
    [show],
  );
  const media = useRef<HTMLDivElement>(null);
  const cites = citations?.[shown];
  const { page = cites?.page, second = cites?.second } = placeIn(hash);
  const [start, setStart] = useState<Start>({ at: second ?? 0, presses: 0 });
  const play = (second: number) => {
    setStart(({ presses }) => ({ at: second, presses: presses + 1 }));
    media.current?.scrollIntoView({ block: "nearest" });
  };
  const recording = memory && renderMedia(memory, start);
  return (
    <div className="read">
      {memory && (
        <Boundary name="what is known of a memory" of={memory} fallback={<p>What is known of it can’t be shown.</p>}>
          <About memory={memory} page={page} onRefresh={onRefresh} onDelete={onDelete} />
        </Boundary>
      )}
      <div className={classNames("read-head", memory && !isTitled(memory) && "read-head-bare")}>
        <h1
          id={titleId}
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className={classNames(memory && !isTitled(memory) && "vh")}
        >
          {memory ? headingOf(memory) : failed ? "A memory of yours" : <span className="vh">Opening the memory</span>}
        </h1>
        {memory && (
          <Boundary name="who made a memory" of={memory} fallback={null}>
            <Byline memory={memory} />
          </Boundary>
        )}
      </div>
      {/* The citations stay in the tab's history, so they are shown only if the memory could be read. */}
      {memory && (
        <div className="read-rail">
          {cited && cited.citations.length > 0 && (
            <QuotesRail
              cited={cited}
              shown={own ? -1 : shown}
              onShow={(citation) => {
                setOwn(undefined);
                show(citation);
              }}
              missing={own ? NONE : missing}
            />
          )}
          {renderAsk(memory, onCitation)}
        </div>
      )}
      <div className="read-text">
        {recording && (
          <div ref={media} className="read-media">
            <Boundary name="what the memory leads to" of={memory} fallback={<p>It can’t be shown here.</p>}>
              {recording}
            </Boundary>
          </div>
        )}
        {memory && <StateLine memory={memory} onRefresh={onRefresh} />}
        <div role="alert">
          {failed && (
            <div className="read-state">
              <p>{parts ? "What is new of it could not be read just now." : "It could not be read just now."}</p>
              <Button look="secondary" size="small" onClick={reread}>
                Retry
              </Button>
            </div>
          )}
        </div>
        {((!parts && !failed) || (parts?.length === 0 && memory?.status === "pending")) && <Lines />}
        {parts?.length === 0 && memory?.status === "ready" && <p className="read-empty">No text was found in it.</p>}
        {parts && <Captured ref={text} parts={parts} marks={marks} shown={shown} onPlay={play} />}
      </div>
    </div>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** The skeleton of a text that is loading. */
function Lines() {
  return (
    <div className="read-lines">
      {["w-[96%]", "w-full", "w-[91%]", "w-[98%]", "w-[58%]"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
