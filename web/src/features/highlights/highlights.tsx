import Search from "lucide-react/icons/search";
import { useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { KindIcon } from "@/memory/kind-icon";
import { ALL_KINDS, KINDS, type Kind } from "@/memory/kinds";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { Picker } from "@/ui/picker";
import { Skeleton } from "@/ui/skeleton";
import { Exports } from "./exports";
import { countText, type Group, groupsOf, heightOf } from "./groups";
import { leaveRow } from "./leave-row";
import { useAllHighlights } from "./list-api";
import { MarkRow } from "./mark-row";
import { COLORS } from "./model";
import { useFilters } from "./use-filters";
import { Windowed } from "./windowed";
import "./colors.css";
import "./highlights.css";

/** The groups that are drawn before it is known which are seen. */
const FIRST = 12;

type Props = {
  homePath: string;
  /** The address of a memory, opened over this page at a mark. */
  pathOf: (memory: string, mark: string) => string;
  /** A memory is open over the page: its address is not that of the list. */
  covered: boolean;
};

/** Lists every mark of the user by its memory. They can be filtered, opened, changed, removed and exported. */
export function AllHighlights({ homePath, pathOf, covered }: Props) {
  const filter = useFilters(covered);
  const { filters, narrowed } = filter;
  const list = useAllHighlights(filters);
  const { highlights, more, failed, reading } = list;
  const groups = groupsOf(highlights ?? []);
  const none = highlights?.length === 0 && !list.waiting;
  const page = useRef<HTMLElement>(null);
  const remove = (id: string) => {
    leaveRow(page.current, "blockquote a", page.current?.querySelector("h1"));
    list.remove(id);
  };
  return (
    <main ref={page} id="main" className="lamp all-marks" tabIndex={-1}>
      <BackLink to={homePath} />
      <div className="all-marks-head">
        <PageTitle>Your marks</PageTitle>
        {!(none && !narrowed) && <Exports filters={filters} />}
      </div>
      {!(none && !narrowed) && <FilterRow {...filter} />}
      <p role="status" className="all-marks-count num">
        {highlights && !none && !list.waiting && countText(highlights.length, more)}
      </p>
      {!highlights && !failed && <Waiting />}
      {failed && (
        <div role="alert" className="banner all-marks-lost">
          <span className="grow">Your marks could not be read just now.</span>
          <Button look="secondary" size="small" busy={reading} onClick={list.retry}>
            Retry
          </Button>
        </div>
      )}
      {none && (narrowed ? <p className="all-marks-none">No mark is like that.</p> : <Empty homePath={homePath} />)}
      <div aria-busy={list.waiting}>
        {groups.map((group, index) => (
          <Windowed key={group.memory._id} first={index < FIRST} estimate={heightOf(group)}>
            <Marks group={group} pathOf={pathOf} onChange={list.change} onRemove={remove} />
          </Windowed>
        ))}
      </div>
      {more && !failed && <More busy={reading} onMore={list.readMore} />}
    </main>
  );
}

type MarksProps = Pick<Props, "pathOf"> & {
  group: Group;
  onChange: ReturnType<typeof useAllHighlights>["change"];
  onRemove: ReturnType<typeof useAllHighlights>["remove"];
};

function Marks({ group: { memory, marks }, pathOf, onChange, onRemove }: MarksProps) {
  const title = memory.title.trim() || KINDS[memory.type].label;
  return (
    <section className="mark-group" aria-label={title}>
      <header>
        <KindIcon kind={memory.type} className="i i-s" />
        <h2 dir="auto">
          <Link to={pathOf(memory._id, marks[0]?.id ?? "")}>{title}</Link>
        </h2>
        {memory.site && <span className="mark-site">{memory.site}</span>}
      </header>
      <ul>
        {marks.map((mark) => (
          <MarkRow
            key={mark.id}
            mark={mark}
            path={pathOf(memory._id, mark.id)}
            onChange={onChange}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </section>
  );
}

const ALL = "all";

function FilterRow({ filters, typed, type, set }: ReturnType<typeof useFilters>) {
  return (
    <search className="mark-filters">
      <div className="with-icon">
        <Search className="i" />
        <input
          className="input"
          type="search"
          aria-label="Search your marks"
          placeholder="Search your marks"
          dir="auto"
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend to undo. */}
      <div role="group" aria-label="Colour" className="mark-colors">
        {COLORS.map((color) => (
          <button
            key={color}
            type="button"
            className={`ink-dot hl-${color}`}
            aria-label={`Those in ${color} alone`}
            aria-pressed={filters.color === color}
            onClick={() => set({ color: filters.color === color ? undefined : color })}
          />
        ))}
      </div>
      <Picker
        label="Kind of memory"
        value={filters.type ?? ALL}
        options={KIND_OPTIONS}
        onPick={(kind) => set({ type: kind === ALL ? undefined : (kind as Kind) })}
      />
    </search>
  );
}

const KIND_OPTIONS: readonly { value: string; label: string }[] = [
  { value: ALL, label: "All memories" },
  ...ALL_KINDS.map((value) => ({ value, label: KINDS[value].plural })),
];

/** Reads on when it comes near the window; its button is for keyboards. */
function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const read = useEffectEvent(onMore);
  useEffect(() => {
    const element = end.current;
    if (!element || busy) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && read(), { rootMargin: "800px" });
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy]);
  return (
    <div ref={end} className="all-marks-more">
      <Button look="secondary" busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading your marks" className="mark-group">
      {["w-[92%]", "w-[80%]", "w-[88%]"].map((width) => (
        <div key={width} className="mark-row">
          <div className="grid gap-3">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-5 w-[60%]" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Empty({ homePath }: { homePath: string }) {
  return (
    <div className="all-marks-empty">
      <p>Select words in anything that you opened, and give them a colour. They stand here, and come back to you.</p>
      <ButtonLink to={homePath}>Your memories</ButtonLink>
    </div>
  );
}
