import { Link } from "react-router";
import type { Memory } from "@/memory/kinds";
import { useCardParts } from "./parts";

/** More are counted. */
const SHOWN = 3;

/** The tags of a memory; each leads to all that have it. */
export function CardTags({ tags }: Pick<Memory, "tags">) {
  const { pathOfTag } = useCardParts();
  const more = tags.length - SHOWN;
  if (tags.length === 0) return null;
  return (
    <ul className="card-tags" aria-label="Tags">
      {tags.slice(0, SHOWN).map((tag) => (
        <li key={tag}>
          <Link to={pathOfTag(tag)} preventScrollReset dir="auto">
            {tag}
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li className="num" title={tags.slice(SHOWN).join(", ")}>
          +{more}
          <span className="vh"> more</span>
        </li>
      )}
    </ul>
  );
}
