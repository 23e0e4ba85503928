import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Copy from "lucide-react/icons/copy";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import Sparkles from "lucide-react/icons/sparkles";
import Trash2 from "lucide-react/icons/trash-2";
import type { KeyboardEvent, ReactNode } from "react";
import type { Color } from "@/document/marks";
import { classNames } from "@/lib/class-names";
import { Button, IconButton } from "@/ui/button";
import { COLORS } from "./model";

export type Step = "before" | "after" | "longer" | "shorter";

type Props = {
  /** The colour of the mark; of a selection the one that a key would mark it with. */
  color: Color;
  /** It is of a mark that there is, and not of a selection. */
  marked: boolean;
  remarked: boolean;
  onColor: (color: Color) => void;
  onRemark: () => void;
  onCopy: () => void;
  onAsk: () => void;
  onRemove: () => void;
  /** Chooses another sentence, where one is chosen by keys. */
  onStep?: ((step: Step) => void) | undefined;
};

/** What can be done with the words under it. The arrows move within it, or from sentence to sentence. */
export function SelectionBar(props: Props) {
  const { color, marked, remarked, onColor, onRemark, onCopy, onAsk, onRemove, onStep } = props;
  return (
    <div
      role="toolbar"
      aria-label={marked ? "What to do with this mark" : "What to do with this passage"}
      className="selbar-row"
      onKeyDown={(event) => move(event, onStep)}
    >
      {onStep && <Steps onStep={onStep} />}
      {COLORS.map((one) => (
        <button
          key={one}
          type="button"
          className={classNames("ink-dot", `hl-${one}`)}
          aria-label={marked ? `Turn ${one}` : `Mark in ${one}`}
          aria-pressed={marked ? one === color : undefined}
          data-next={(!marked && one === color) || undefined}
          title={NAMES[one]}
          onClick={() => onColor(one)}
        />
      ))}
      <hr />
      <IconButton
        label={remarked ? "Change the remark" : "Write a remark"}
        title={remarked ? "Change the remark" : "Write a remark"}
        icon={<MessageSquarePlus className="i" />}
        onClick={onRemark}
      />
      <IconButton
        label="Copy as a quotation"
        title="Copy as a quotation"
        icon={<Copy className="i" />}
        onClick={onCopy}
      />
      {marked && (
        <IconButton label="Remove the mark" title="Remove" icon={<Trash2 className="i" />} onClick={onRemove} />
      )}
      <hr />
      <Button
        look="ghost"
        className="selbar-ask"
        aria-label="Ask about this"
        icon={<Sparkles className="i" />}
        onClick={onAsk}
      >
        <span>Ask about this</span>
      </Button>
    </div>
  );
}

const NAMES: Record<Color, string> = { amber: "Amber", sage: "Sage", sky: "Sky", rose: "Rose" };

const STEPS: readonly { step: Step; label: string; icon: ReactNode }[] = [
  { step: "before", label: "Sentence before", icon: <ChevronUp className="i" /> },
  { step: "after", label: "Next sentence", icon: <ChevronDown className="i" /> },
  { step: "longer", label: "One sentence more", icon: <Plus className="i" /> },
  { step: "shorter", label: "One sentence less", icon: <Minus className="i" /> },
];

function Steps({ onStep }: { onStep: (step: Step) => void }) {
  return (
    <>
      {STEPS.map(({ step, label, icon }) => (
        <IconButton key={step} label={label} title={label} icon={icon} onClick={() => onStep(step)} />
      ))}
      <hr />
    </>
  );
}

const STEP_KEYS: Record<string, Step> = { ArrowUp: "before", ArrowDown: "after" };
const GROWING: Record<string, Step> = { ArrowUp: "shorter", ArrowDown: "longer" };

function move(event: KeyboardEvent<HTMLElement>, onStep: Props["onStep"]) {
  const step = (event.shiftKey ? GROWING : STEP_KEYS)[event.key];
  if (step && onStep) {
    event.preventDefault();
    return onStep(step);
  }
  const all = [...event.currentTarget.querySelectorAll("button")];
  const now = all.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}
