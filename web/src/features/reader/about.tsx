import { useMemo, useState } from "react";
import type { Block } from "@/document/tree";
import { grouped } from "@/lib/grouped";
import type { Memory } from "@/memory/kinds";
import { Byline } from "./byline";
import { factsOf } from "./model";
import type { EditSlots } from "./slots";
import { wordCount } from "./text/length";
import "./about.css";

/** The number of tags that are shown at first. */
const TAGS = 24;

type Props = {
  memory: Memory;
  leaves: readonly Block[] | undefined;
  SavedDate: EditSlots["SavedDate"] | undefined;
};

/** Shows who made a memory, and what is known of it. */
export function About({ memory, leaves, SavedDate }: Props) {
  const { type, imageUrl } = memory;
  const words = useMemo(() => leaves && wordCount(leaves), [leaves]);
  return (
    <>
      <Byline memory={memory} />
      {type === "document" && <Front key={imageUrl} src={imageUrl} />}
      <dl className="facts">
        {factsOf(memory, words).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{name === "Saved" && SavedDate ? <SavedDate memory={memory}>{value}</SavedDate> : value}</dd>
          </div>
        ))}
      </dl>
      <Tags tags={memory.tags} />
    </>
  );
}

/** The picture of a document's first page. Hidden if there is none or it fails to load. */
function Front({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return null;
  return <img className="read-front" src={src} alt="" onError={() => setBroken(true)} />;
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
