import { useEffect, useRef, useState } from "react";
import { logFailure, messageOf } from "@/api/errors";
import { changeMemory } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { onTagsAsked } from "@/memory/tags/asked";
import TagField from "@/memory/tags/tag-field";
import { Button } from "@/ui/button";
import { Dialog, preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import { toast } from "@/ui/toast";

/** The dialog in which one memory gets its tags, which are kept as they are typed. */
export default function TagDialog() {
  const [memory, setMemory] = useState<Memory>();
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      onTagsAsked((asked) => {
        const show = () => {
          setMemory(asked);
          setOpen(true);
        };
        void openLate(preloadDialog, show, "That did not open. Please try again.");
      }),
    [],
  );
  if (!memory) return null;
  const change = async (tags: readonly string[]) => {
    setMemory({ ...memory, tags: [...tags] });
    try {
      const kept = await changeMemory(memory, { tags: [...tags] });
      setMemory((now) => (now?._id === kept._id && now.tags.length === kept.tags.length ? kept : now));
    } catch (error) {
      // Another may be tagged by now.
      setMemory((now) => (now?._id === memory._id ? memory : now));
      logFailure("tagging a memory", error);
      toast.error(messageOf(error, "The tags could not be kept. Please try again."));
    }
  };
  const close = () => setOpen(false);
  return (
    <Dialog open={open} onClose={close} title="Tags" firstFocus={() => input.current}>
      <div className="dialog-body">
        <p className="muted tag-of" dir="auto">
          {titleOf(memory)}
        </p>
        <TagField key={memory._id} tags={memory.tags} onChange={(tags) => void change(tags)} inputRef={input} />
      </div>
      <div className="dialog-foot">
        <Button onClick={close}>Done</Button>
      </div>
    </Dialog>
  );
}
