import { useCallback, useMemo } from "react";
import type { Led } from "@/features/ask";
import { AskOne } from "@/features/ask/ask-one";
import { useSaveNote } from "@/features/memories/use-save-note";
import type { ReaderProps } from "@/features/reader";

type Props = { id: string; onLed: Parameters<ReaderProps["renderAsk"]>[1] };

/** Asks the memory that is opened: what answers quote of it is marked in its text. */
export default function AskMemory({ id, onLed }: Props) {
  const onSave = useSaveNote();
  const slots = useMemo(() => ({ onOpenMemory: (_: string, led: Led) => onLed(led, true), onSave }), [onLed, onSave]);
  const onWhole = useCallback((led: Led) => onLed(led, false), [onLed]);
  return <AskOne id={id} slots={slots} onWhole={onWhole} />;
}
