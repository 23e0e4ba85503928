import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Mark, Marks } from "@/document/marks";
import { bringIntoView } from "@/document/scroll";
import type { Block } from "@/document/tree";
import type { Kept } from "../api";
import { byPage, pagedLeaves } from "./align";
import type { Pages } from "./api";
import { FindBar } from "./find-bar";
import { PageProgress, useLeftAt } from "./page-progress";
import { scaleOf, stepFrom, type Zoom } from "./pages";
import { PADDING, type PagesHandle, PagesPane } from "./pages-pane";
import "./pdf.css";
import { PdfContext } from "./pdf-context";
import { Thumbnails } from "./thumbnails";
import { Tools } from "./tools";
import { useDeskKeys } from "./use-desk-keys";
import { useFind } from "./use-find";
import { usePaneSize } from "./use-pane-size";

export type DeskProps = {
  id: string;
  /** Without any while they load. */
  pages: Pages;
  /** The leaves of the document's text, which know their pages. Empty while they load. */
  leaves: readonly Block[];
  /** Citations and highlights by leaf. */
  marks: Marks;
  /** The page to begin at, and the number of requests to go to the mark that is on. */
  start: number | undefined;
  presses: number;
  /** How far it was read before; undefined until that is known. */
  kept: Kept | undefined;
  /** The reader has marked it as unread since. */
  unread: boolean;
  /** Where the leaves of the text stand, and whether all do. */
  textRef: RefObject<HTMLElement | null>;
  drawn: boolean;
  /** The button that leads back. */
  back: ReactNode;
  /** Is called with the element that holds the pages, and with null when that goes. */
  onPages: (pages: HTMLElement | null) => void;
  /** The text beside the pages. */
  children: ReactNode;
};

/** A PDF: all pages in small, the printed page, and its text, in panes that scroll on their own. */
export function Desk(props: DeskProps) {
  const { id, pages, leaves, marks, start, presses, kept, unread, textRef, drawn, back, onPages, children } = props;
  const all = useMemo(() => pagedLeaves(leaves), [leaves]);
  const perPage = useMemo(() => byPage(all), [all]);
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<PagesHandle>(null);
  const [page, setPage] = useState(1);
  const [view, setView] = useState<"page" | "text">("page");
  const [hit, setHit] = useState<{ page: number; presses: number }>();
  const find = useFind(all, (page) => setHit((was) => ({ page, presses: (was?.presses ?? 0) + 1 })));
  const { zoom, scale, onZoom } = useZoom(scroller, pages, page);
  const goTo = useCallback((page: number) => handle.current?.goTo(page), []);

  const pageOf = (sort: Mark["kind"]) =>
    all.find(({ leaf }) => marks.get(leaf)?.some(({ kind, on }) => on && kind === sort))?.page;
  const left = useLeftAt(kept, pages.count);
  useTextAt(textRef, drawn && start === undefined ? left : undefined);
  const cited = pageOf("citation") ?? start ?? left;
  const lit = pageOf("highlight");
  const shown = useMemo(
    () =>
      cited === undefined || pages.count === 0
        ? undefined
        : { page: Math.min(cited, pages.count), hit: false, presses },
    [cited, presses, pages.count],
  );
  const target = useMemo(() => (hit && find.query ? { ...hit, hit: true } : shown), [hit, find.query, shown]);

  const openFind = () => {
    if (find.query !== undefined) return false;
    setView("page");
    find.open();
    return true;
  };
  const text = useShownText(view);
  useDeskKeys({ onZoom, onFind: openFind });
  useFirstFocus(scroller);
  useEffect(() => {
    onPages(scroller.current);
    return () => onPages(null);
  }, [onPages]);
  const pdf = useMemo(
    () => ({ id, pages, leaves: perPage, marks, hits: find.marks, goToPage: goTo }),
    [id, pages, perPage, marks, find.marks, goTo],
  );
  return (
    <PdfContext value={pdf}>
      <div className="pdf-desk" data-view={view}>
        <ViewSwitch view={view} onView={setView} />
        <Thumbnails current={page} onPage={goTo} />
        <div className="pdf-stage">
          <Tools
            back={back}
            page={page}
            count={pages.count}
            onPage={goTo}
            scale={scale}
            zoom={zoom}
            onZoom={onZoom}
            finding={find.query !== undefined}
            onFind={() => openFind() || find.close()}
          />
          {find.query !== undefined && (
            <FindBar
              query={find.query}
              hits={find.hits.length}
              shown={find.shown}
              onQuery={find.search}
              onStep={find.step}
              onClose={() => {
                find.close();
                setHit(undefined);
                scroller.current?.focus({ preventScroll: true });
              }}
            />
          )}
          <PagesPane ref={handle} scroller={scroller} scale={scale} target={target} lit={lit} onCurrent={setPage} />
        </div>
        <div ref={text} className="pdf-text">
          {children}
        </div>
        <PageProgress
          id={id}
          kept={kept}
          unread={unread}
          scroller={scroller}
          page={page}
          count={pages.count}
          text={textRef}
          leaves={leaves}
          paged={all}
          drawn={drawn}
        />
      </div>
    </PdfContext>
  );
}

/** A phone shows a page at least this wide at first, in pixels: its words could not be read otherwise. */
const READABLE = 600;
/** A page is at most this wide at first. */
const COMFORTABLE = 880;

function useZoom(scroller: RefObject<HTMLDivElement | null>, pages: Pages, page: number) {
  const pane = usePaneSize(scroller);
  const [chosen, setZoom] = useState<Zoom>();
  const size = pages.pages[page - 1] ?? { width: 612, height: 792 };
  const around = pane.width < READABLE ? 16 : PADDING;
  const wide = pane.width - 2 * around;
  const first = pages.pages[0] ?? size;
  const fitted = Math.min(Math.max(wide, READABLE), COMFORTABLE) / first.width;
  const scale = chosen === undefined ? fitted : scaleOf(chosen, size, wide, pane.height - 2 * around);
  const onZoom = (to: "in" | "out" | "width" | "page") =>
    setZoom(to === "in" || to === "out" ? stepFrom(scale, to === "in") : to);
  return { zoom: chosen ?? 1, scale, onZoom };
}

/** The heading has the focus; on a phone, where it is hidden at first, the pages have it. */
function useFirstFocus(scroller: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const heading = scroller.current?.closest("[role=dialog]")?.querySelector("h1");
    heading?.focus({ preventScroll: true });
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
}

/** Begins the text at a page as well. */
function useTextAt(text: RefObject<HTMLElement | null>, page: number | undefined) {
  useEffect(() => {
    if (page !== undefined) return bringIntoView(() => text.current?.querySelector(`#page-${page}`), "start");
  }, [text, page]);
}

/** On a phone the text could not scroll to its mark before it was shown. */
function useShownText(view: "page" | "text"): RefObject<HTMLDivElement | null> {
  const text = useRef<HTMLDivElement>(null);
  const before = useRef(false);
  useEffect(() => {
    if (view === "page" || before.current) return;
    before.current = true;
    text.current?.querySelector("mark.on")?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [view]);
  return text;
}

function ViewSwitch({ view, onView }: { view: "page" | "text"; onView: (view: "page" | "text") => void }) {
  return (
    <fieldset className="pdf-switch">
      <legend className="vh">Show</legend>
      {(["page", "text"] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="pdf-view" checked={view === one} onChange={() => onView(one)} />
          {one === "page" ? "Page" : "Text"}
        </label>
      ))}
    </fieldset>
  );
}
