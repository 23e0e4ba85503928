import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { classNames } from "@/lib/class-names";
import { grouped } from "@/lib/grouped";
import { safeLink } from "@/lib/safe-link";
import { KINDS, type Memory } from "@/memory/kinds";
import { canFetchAgain } from "@/memory/memory";
import { linkAt } from "@/memory/place";
import { Button } from "@/ui/button";
import { factsOf } from "./model";

/** The number of tags that are shown at first. */
const TAGS = 24;

type Props = {
  memory: Memory;
  /** The page at which a document's file opens. Undefined for its beginning. */
  page: number | undefined;
  onRefresh: () => void;
  onDelete: () => void;
};

/** Shows the details of a memory and its actions. */
export function About({ memory, page, onRefresh, onDelete }: Props) {
  const { type, imageUrl } = memory;
  const opensAt = type === "document" && page !== undefined;
  const href = safeLink(linkAt(memory, page));
  return (
    <aside className="read-about" aria-label="About this memory">
      {(type === "document" || type === "link") && <Front key={imageUrl} src={imageUrl} paper={type === "document"} />}
      <dl className="facts">
        {factsOf(memory).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <Tags tags={memory.tags} />
      <div className="read-acts">
        {href && (
          <a className="btn btn-secondary" href={href} target="_blank" rel="noreferrer">
            <ArrowUpRight className="i" />
            {opensAt ? `${KINDS[type].short}, page ${page}` : KINDS[type].short}
            <span className="vh">, opens in a new tab</span>
          </a>
        )}
        {canFetchAgain(memory) && (
          <Button look="ghost" icon={<RotateCw className="i" />} onClick={onRefresh}>
            Fetch again
          </Button>
        )}
        <Button look="ghost" icon={<Trash2 className="i" />} onClick={onDelete}>
          Delete memory
        </Button>
      </div>
    </aside>
  );
}

/** The picture of the document's first page or of the page. Hidden if there is none or it fails to load. */
function Front({ src, paper }: { src: string; paper: boolean }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return null;
  return (
    <img className={classNames("read-front", paper && "paper")} src={src} alt="" onError={() => setBroken(true)} />
  );
}

/** The button unmounts, so the first of the tags that it added gets the focus. */
const takeFocus = (tag: HTMLElement | null) => tag?.focus({ preventScroll: true });

function Tags({ tags }: { tags: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? tags : tags.slice(0, TAGS);
  const more = tags.length - shown.length;
  if (tags.length === 0) return null;
  return (
    <ul className="tagset" aria-label="Tags">
      {shown.map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tag may occur twice, and the order is fixed.
        <li key={index} className="badge" dir="auto" {...(index === TAGS && { ref: takeFocus, tabIndex: -1 })}>
          {tag}
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className="badge badge-more num" onClick={() => setAll(true)}>
            +{grouped(more)} more
          </button>
        </li>
      )}
    </ul>
  );
}
