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
  /** The memory as the list has it, while or where it does. */
  listed: Memory | undefined;
  /** What an answer took from it; nothing when no answer led here. */
  cited: Cited | undefined;
  /** Parses a hash: "#page-4", or "#t=42" in seconds. */
  hash: string;
  onClose: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
  /**
   * Draws what asks this memory alone, given what leads to its words: as somebody presses a quote, or as an answer comes,
   * which only marks them.
   */
  renderAsk: (memory: Memory, onCitation: (led: Cited, pressed: boolean) => void) => ReactNode;
  /** Draws the recording or the tweet that the memory leads to; nothing for other kinds. */
  renderMedia: (memory: Memory, start: Start) => ReactNode;
};

/** Where a recording starts, in seconds, and how often it was asked to play from there. */
export type Start = { at: number; presses: number };

/** A memory opened over the page, under its header: all that was captured of it. */
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
    // The button that was pressed goes while the memory is on its way.
    heading.current?.focus({ preventScroll: true });
    if (memory) onRefresh(memory);
    if (!listed) setTimeout(opened.reread, 500);
  };
  // The card that opened it goes with its memory.
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

/** The name of the window, for as long as the memory is opened. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    return coverTitle(title);
  }, [title]);
}

type Titled = {
  /** Names the dialog. */
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
  const [own, setOwn] = useState<{ led: Cited; pressed: boolean }>();
  const led = own ? own.led : cited;
  const citations = led?.citations;
  const { marks, missing } = useMemo(
    () => markQuotes(parts ?? [], passages ?? [], (parts && citations) ?? []),
    [parts, passages, citations],
  );
  const { text, shown: last, show } = usePlace(parts, led, hash);
  const shown = own?.pressed === false ? -1 : last;
  const onCitation = useCallback(
    (led: Cited, pressed: boolean) => {
      setOwn({ led, pressed });
      if (pressed) show(led.shown);
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

/** The shape of a text that is on its way. */
function Lines() {
  return (
    <div className="read-lines">
      {["w-[96%]", "w-full", "w-[91%]", "w-[98%]", "w-[58%]"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
