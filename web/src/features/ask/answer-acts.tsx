import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import PenLine from "lucide-react/icons/pen-line";
import { useRef, useState } from "react";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy";
import { toast } from "@/ui/toast";
import { answerText, noteText } from "./answer-text";
import type { Found } from "./model";
import type { AnswerSlots } from "./slots";

type Props = Pick<AnswerSlots, "onSave"> & { question: string; found: Found };

/** What can be done with an answer once it is whole. */
export function AnswerActs({ question, found, onSave }: Props) {
  const [saving, setSaving] = useState<"no" | "now" | "done">("no");
  const began = useRef(false);
  const save = async () => {
    // A second press can arrive before the first shows.
    if (began.current) return;
    began.current = true;
    setSaving("now");
    began.current = await onSave(noteText(question, found));
    setSaving(began.current ? "done" : "no");
  };
  const saved = saving === "done";
  return (
    <div className="answer-acts">
      <Button look="ghost" size="small" icon={<Copy className="i i-s" />} onClick={() => void copy(answerText(found))}>
        Copy
      </Button>
      <Button
        look="ghost"
        size="small"
        icon={saved ? <Check className="i i-s" /> : <PenLine className="i i-s" />}
        busy={saving === "now"}
        {...(saved && { "aria-disabled": true })}
        onClick={() => void save()}
      >
        {saved ? "Saved as note" : "Save as note"}
      </Button>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toast.success("Answer copied");
  } catch {
    toast.error("The answer could not be copied");
  }
}
