import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { logFailure, messageOf } from "@/api/errors";
import { changeMemory } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import TagField from "@/memory/tags/tag-field";
import { toast } from "@/ui/toast";
import "./library.css";

type Props = { memory: Memory; pathOfTag: (tag: string) => string };

/** The tags of an opened memory: each leads to all that have it, and a press opens the field that changes them. */
export default function OpenedTags({ memory, pathOfTag }: Props) {
  const [editing, setEditing] = useState(false);
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
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link className="badge badge-tag" to={pathOfTag(tag)} dir="auto">
            {tag}
          </Link>
        </li>
      ))}
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
