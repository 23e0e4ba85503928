import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { AnswerSlots } from "@/features/ask/slots";
import { useDelete, useRefresh } from "@/features/memories";
import { FoundCard } from "@/features/memories/found";
import { useSaveNote } from "@/features/memories/use-save-note";
import { useKeepCitation } from "./use-keep-citation";

/** Fills the slots of an answer from other features. `pathOf` is where a memory opens; it must keep its identity. */
export function useAnswerSlots(pathOf: (id: string) => string): AnswerSlots {
  const navigate = useNavigate();
  const { onDelete } = useDelete();
  const onRefresh = useRefresh();
  const onSave = useSaveNote();
  const onKeep = useKeepCitation();
  return useMemo(
    () => ({
      renderMemory: (memory) => <FoundCard memory={memory} onDelete={onDelete} onRefresh={onRefresh} />,
      onOpenMemory: (id, cited) => void navigate(pathOf(id), { state: cited, preventScrollReset: true }),
      onSave,
      onKeep,
    }),
    [navigate, pathOf, onDelete, onRefresh, onSave, onKeep],
  );
}
