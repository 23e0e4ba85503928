import Pencil from "lucide-react/icons/pencil";
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from "react";
import type { After } from "@/document/drawing";
import type { Stretch } from "@/document/marks";
import { classNames } from "@/lib/class-names";
import { Boundary } from "@/ui/boundary";
import { Button, IconButton } from "@/ui/button";
import { About } from "./about";
import { canSpeak } from "./aloud/can-speak";
import type { Opened } from "./api";
import { Columns } from "./columns";
import { useReaderKeys } from "./keys";
import { type Cited, headingOf, isTitled } from "./model";
import { leafInView } from "./outline/use-reading";
import { markQuotes } from "./places/quotes";
import { QuotesRail } from "./places/quotes-rail";
import { usePlace } from "./places/use-place";
import type { ReaderSlots, Start } from "./slots";
import { shownOf, standOf } from "./text/echo";
import { goToLeaf } from "./text/go-to";
import { placedLeaves } from "./text/leaves";
import { placeIn, sheetsOf } from "./text/sheets";
import { Text } from "./text/text";
import { wordsOfLeaf } from "./text/words-of-leaf";
import { Tools } from "./tools";
import { TypeButton } from "./type/type-button";
import { useWriting } from "./use-writing";

type Props = ReaderSlots & {
  opened: Opened;
  /** The id of the heading that labels the dialog. */
  titleId: string;
  heading: RefObject<HTMLHeadingElement | null>;
  back: ReactNode;
  cited: Cited | undefined;
  hash: string;
  onRefresh: () => void;
  onDelete: () => void;
  /** Whether the text alone is shown. */
  focused: boolean;
  onFocus: () => void;
};

// Few listen, and their browser may have no voice.
const AloudBar = lazy(() => import("./aloud/aloud-bar"));

const NONE: ReadonlySet<number> = new Set();
const NO_STRETCHES: readonly Stretch[] = [];

/** An opened memory: its text, and all that stands around it. */
export function Page(props: Props) {
  const { opened, titleId, heading, back, cited, hash, onRefresh, onDelete, focused, onFocus } = props;
  const {
    renderMedia,
    renderAsk,
    renderRelated,
    renderActs,
    renderEntries,
    renderTags,
    Marking,
    layoutOf,
    theme,
    onPrevious,
    onNext,
    edits,
  } = props;
  const { memory, blocks, kept, failed } = opened;
  const text = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const margin = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<HTMLElement | null>(null);
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const leaves = useMemo(() => blocks && placedLeaves(blocks), [blocks]);
  const sheets = useMemo(() => {
    if (!memory || !blocks) return undefined;
    const { from, to } = shownOf(blocks, memory);
    return sheetsOf(blocks, from, to);
  }, [memory, blocks]);

  const [own, setOwn] = useState<{ quoted: Cited; pressed: boolean }>();
  const quoted = own ? own.quoted : cited;
  const citations = quoted?.citations;
  const { shown: last, show } = usePlace({ sheets, drawn, text, cited: quoted, hash });
  const shown = own?.pressed === false ? -1 : last;
  const { stretches: quotes, missing } = useMemo(
    () => markQuotes(leaves ?? [], (leaves && citations) ?? [], shown),
    [leaves, citations, shown],
  );
  const onCitation = useCallback(
    (quoted: Cited, pressed: boolean) => {
      setOwn({ quoted, pressed });
      if (pressed) show(quoted.shown);
    },
    [show],
  );
  const onShow = (citation: number) => {
    setOwn(undefined);
    show(citation);
  };
  const [marks, setMarks] = useState(NO_STRETCHES);
  const [after, setAfter] = useState<{ draw: After | undefined }>();
  const onAfter = useCallback((draw: After | undefined) => setAfter({ draw }), []);
  const stretches = useMemo(() => [...marks, ...quotes], [marks, quotes]);
  const goTo = useCallback((leaf: number) => text.current && goToLeaf(text.current, leaf), []);

  const media = useRef<HTMLDivElement>(null);
  const cites = citations?.[shown];
  const { page = cites?.page, second = cites?.second } = placeIn(hash);
  const [start, setStart] = useState<Start>({ at: second ?? 0, presses: 0 });
  const play = useCallback((second: number) => {
    setStart(({ presses }) => ({ at: second, presses: presses + 1 }));
    media.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const stand = memory && leaves && standOf(memory, leaves);
  const [heard, setHeard] = useState<number>();
  const listen = canSpeak() && leaves?.length ? () => setHeard(leafInView(text.current)) : undefined;
  const { writing, naming, setNaming, write, rename, bar, setBar, onReady, done } = useWriting({
    memory,
    edits,
    near: () => wordsOfLeaf(leaves, leafInView(text.current)),
    onReplace: () => setDrawn(false),
    onDone: opened.reread,
    heading,
  });
  useReaderKeys({ j: onNext, k: onPrevious, f: onFocus, r: listen, w: write, "shift+e": rename });
  // While a note is written, its first line is among what is written.
  const titled = memory && (naming || (isTitled(memory) && !(writing && (sheets?.[0]?.first ?? 0) > 0)));
  const title = (
    <h1 id={titleId} ref={heading} tabIndex={-1} dir="auto" className={classNames(memory && !titled && "vh")}>
      {memory ? headingOf(memory) : failed ? "A memory of yours" : <span className="vh">Opening the memory</span>}
    </h1>
  );
  const head = (
    <div className={classNames("read-head", memory && !titled && "read-head-bare")}>
      {memory && edits ? (
        <edits.Title memory={memory} editing={naming} onEditing={setNaming}>
          {title}
        </edits.Title>
      ) : (
        title
      )}
      {stand && (
        <p className="stand" dir="auto">
          {stand}
        </p>
      )}
    </div>
  );
  const read = (
    <Text
      ref={text}
      end={end}
      media={media}
      opened={opened}
      sheets={sheets}
      leaves={leaves}
      stretches={stretches}
      after={after?.draw}
      recording={memory && renderMedia(memory, start)}
      goTo={goTo}
      onPlay={play}
      onDrawn={onDrawn}
      onRefresh={onRefresh}
    />
  );
  const body = (
    <>
      {memory && edits && write && <edits.Kept key={memory._id} memory={memory} onWrite={write} />}
      {memory && edits && writing && bar && (
        <edits.Note memory={memory} bar={bar} near={writing.near} onReady={onReady} onDone={done} />
      )}
      {!writing?.ready && read}
    </>
  );
  const Layout = (memory && layoutOf?.(memory)) ?? Columns;
  const { current: element } = text;
  return (
    <>
      <Layout
        memory={memory}
        leaves={leaves}
        kept={kept}
        from={sheets?.[0]?.first ?? 0}
        text={body}
        textRef={text}
        drawn={drawn}
        goTo={goTo}
        back={back}
        head={
          <>
            {head}
            {memory && edits && !(writing && !titled && isTitled(memory)) && (
              <div className="read-remark">
                <edits.Remark key={memory._id} memory={memory} />
              </div>
            )}
          </>
        }
        tools={
          writing ? (
            <div ref={setBar} className="piece-top writing-bar" />
          ) : (
            memory && (
              <Tools
                memory={memory}
                page={page}
                onRefresh={onRefresh}
                onDelete={onDelete}
                first={
                  <>
                    {write && (
                      <IconButton
                        label="Write in this note"
                        title="Write"
                        icon={<Pencil className="i" />}
                        onClick={write}
                      />
                    )}
                    {renderActs?.(memory, kept)}
                    <TypeButton theme={theme} />
                  </>
                }
                entries={renderEntries?.(memory)}
                onPrevious={onPrevious}
                onNext={onNext}
                onFocus={onFocus}
                onRename={rename}
                onListen={listen}
              />
            )
          )
        }
        facts={
          memory && (
            <Boundary
              name="what is known of a memory"
              of={memory}
              fallback={<p>What is known of it can’t be shown.</p>}
            >
              <About
                memory={memory}
                mail={opened.mail}
                leaves={leaves}
                tags={renderTags?.(memory)}
                SavedDate={edits?.SavedDate}
              />
            </Boundary>
          )
        }
        // The citations stay in the tab's history, so they are shown only if the memory could be read.
        quotes={
          memory &&
          cited &&
          cited.citations.length > 0 && (
            <QuotesRail
              cited={cited}
              shown={own ? -1 : shown}
              onShow={onShow}
              missing={own || !leaves ? NONE : missing}
            />
          )
        }
        ask={
          memory && (
            <>
              {renderAsk(memory, onCitation)}
              {leaves && renderRelated?.(memory, opened.files)}
            </>
          )
        }
        stretches={stretches}
        cited={quoted}
        shown={shown}
        onShow={onShow}
        page={page}
        list={list}
        margin={margin}
        onPages={setPages}
      />
      {focused && (
        <Button look="ghost" className="focus-leave" onClick={onFocus}>
          Leave focus
        </Button>
      )}
      {heard !== undefined && leaves && (
        <Boundary name="reading aloud" of={leaves} fallback={null}>
          <Suspense fallback={null}>
            <AloudBar
              text={text}
              leaves={leaves}
              language={memory?.language ?? ""}
              from={heard}
              onClose={() => setHeard(undefined)}
            />
          </Suspense>
        </Boundary>
      )}
      {Marking && !writing && memory && leaves && drawn && element && list.current && margin.current && end.current && (
        <Boundary name="the marks of a text" of={memory} fallback={null}>
          <Marking
            memory={memory}
            leaves={leaves}
            text={element}
            list={list.current}
            margin={margin.current}
            end={end.current}
            pages={pages ?? undefined}
            onMarks={setMarks}
            onAfter={onAfter}
            goTo={goTo}
          />
        </Boundary>
      )}
    </>
  );
}
