import { useCallback, useMemo } from "react";
import type { CitationTarget } from "@/features/ask";
import { AskOne } from "@/features/ask/ask-one";
import { useSaveNote } from "@/features/memories/use-save-note";
import type { ReaderSlots } from "@/features/reader";
import { useKeepCitation } from "./use-keep-citation";

type Props = { id: string; about: { quote: string } | undefined; onCitation: Parameters<ReaderSlots["renderAsk"]>[1] };

/** The form that asks the open memory. What an answer quotes is marked in the memory's text. */
export default function AskMemory({ id, about, onCitation }: Props) {
  const onSave = useSaveNote();
  const onKeep = useKeepCitation();
  const slots = useMemo(
    () => ({ onOpenMemory: (_: string, citation: CitationTarget) => onCitation(citation, true), onSave, onKeep }),
    [onCitation, onSave, onKeep],
  );
  const onWhole = useCallback((citation: CitationTarget) => onCitation(citation, false), [onCitation]);
  return <AskOne id={id} about={about} slots={slots} onWhole={onWhole} />;
}
