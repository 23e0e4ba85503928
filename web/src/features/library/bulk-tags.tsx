import X from "lucide-react/icons/x";
import { useMemo, useRef, useState } from "react";
import { countText } from "@/memory/count-text";
import type { Memory } from "@/memory/kinds";
import TagField from "@/memory/tags/tag-field";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { useBulk } from "./use-bulk";

type Props = {
  open: boolean;
  onClose: () => void;
  memories: readonly Memory[];
  count: number;
  run: ReturnType<typeof useBulk>["run"];
};

/** Gives tags to all that are selected, and takes from them those that some have. */
export function BulkTags({ open, onClose, memories, count, run }: Props) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const there = useMemo(() => [...new Set(memories.flatMap((memory) => memory.tags))].slice(0, 24), [memories]);
  const add = async () => {
    setBusy(true);
    // One after another, so that each can be taken back for itself.
    for (const tag of tags) if (!(await run("tag", tag))) return setBusy(false);
    setBusy(false);
    setTags([]);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={`Tag ${countText(count)}`} firstFocus={() => input.current}>
      <div className="dialog-body">
        <TagField tags={tags} onChange={setTags} inputRef={input} />
        {there.length > 0 && (
          <div className="bulk-there">
            <p className="label">Tags that some have</p>
            <ul className="tagset" aria-label="Tags that some have">
              {there.map((tag) => (
                <li key={tag} className="tag-chip">
                  <bdi>{tag}</bdi>
                  <button type="button" aria-label={`Take ${tag} from all`} onClick={() => void run("untag", tag)}>
                    <X className="i i-s" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="dialog-foot">
        <Button look="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} disabled={tags.length === 0} onClick={() => void add()}>
          Tag {countText(count)}
        </Button>
      </div>
    </Dialog>
  );
}
