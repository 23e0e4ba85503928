import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { logFailure, messageOf } from "@/api/errors";
import { grouped } from "@/lib/grouped";
import { changeMemory } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import TagField from "@/memory/tags/tag-field";
import { toast } from "@/ui/toast";
import "./library.css";

/** The number of tags that are shown at first. */
const SHOWN = 24;

type Props = { memory: Memory; pathOfTag: (tag: string) => string };

/** The tags of an opened memory: each leads to all that have it, and a press opens the field that changes them. */
export default function OpenedTags({ memory, pathOfTag }: Props) {
  const [editing, setEditing] = useState(false);
  const [all, setAll] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { tags } = memory;
  const change = (next: readonly string[]) =>
    changeMemory(memory, { tags: [...next] }).catch((error) => {
      logFailure("tagging a memory", error);
      toast.error(messageOf(error, "The tags could not be kept. Please try again."));
    });
  if (editing) {
    const end = () => {
      setEditing(false);
      requestAnimationFrame(() => button.current?.focus());
    };
    return (
      <div className="opened-tags">
        <TagField tags={tags} onChange={(next) => void change(next)} inputRef={takeFocus} onEscape={end} />
        <button type="button" className="link" onClick={end}>
          Done
        </button>
      </div>
    );
  }
  return (
    <ul className="tagset" aria-label="Tags">
      {(all ? tags : tags.slice(0, SHOWN)).map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and a server of another release may repeat a name.
        <li key={index} className="min-w-0">
          <Link className="badge badge-tag" to={pathOfTag(tag)} dir="auto">
            {tag}
          </Link>
        </li>
      ))}
      {!all && tags.length > SHOWN && (
        <li>
          <button type="button" className="badge badge-more num" onClick={() => setAll(true)}>
            +{grouped(tags.length - SHOWN)} more
          </button>
        </li>
      )}
      <li>
        <button ref={button} type="button" className="badge badge-more" onClick={() => setEditing(true)}>
          <Plus className="i i-s" />
          {tags.length > 0 ? "Edit tags" : "Add a tag"}
        </button>
      </li>
    </ul>
  );
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true });
