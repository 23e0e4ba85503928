import { type ReactNode, useMemo, useState } from "react";
import type { Block } from "@/document/tree";
import type { Memory } from "@/memory/kinds";
import { Byline } from "./byline";
import { factsOf } from "./model";
import type { EditSlots } from "./slots";
import { wordCount } from "./text/length";
import "./about.css";

type Props = {
  memory: Memory;
  /** Whom the mail is from that it came in. */
  mail: Memory["mail"];
  leaves: readonly Block[] | undefined;
  tags: ReactNode;
  SavedDate: EditSlots["SavedDate"] | undefined;
};

/** Shows who made a memory, and what is known of it. */
export function About({ memory, mail, leaves, tags, SavedDate }: Props) {
  const { type, imageUrl } = memory;
  const words = useMemo(() => leaves && wordCount(leaves), [leaves]);
  return (
    <>
      <Byline memory={memory} mailed={mail !== undefined} />
      {type === "document" && <Front key={imageUrl} src={imageUrl} />}
      <dl className="facts">
        {factsOf(memory, words, mail).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{name === "Saved" && SavedDate ? <SavedDate memory={memory}>{value}</SavedDate> : value}</dd>
          </div>
        ))}
      </dl>
      {tags}
    </>
  );
}

/** The picture of a document's first page. Hidden if there is none or it fails to load. */
function Front({ src }: { src: string }) {
  const [broken, setBroken] = useState(false);
  if (!src || broken) return null;
  return <img className="read-front" src={src} alt="" onError={() => setBroken(true)} />;
}
