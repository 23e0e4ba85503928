import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { Lent } from "@/features/ask/lent";
import { useDelete, useRefresh } from "@/features/memories";
import { FoundCard } from "@/features/memories/found";
import { useSaveNote } from "@/features/memories/use-save-note";
import { paths } from "./paths";

/** What answers are lent by other features. */
export function useLent(): Lent {
  const navigate = useNavigate();
  const { onDelete } = useDelete();
  const onRefresh = useRefresh();
  const onSave = useSaveNote();
  return useMemo(
    () => ({
      renderMemory: (memory) => <FoundCard memory={memory} onDelete={onDelete} onRefresh={onRefresh} />,
      onOpenMemory: (id, cited) => void navigate(paths.memory(id), { state: cited, preventScrollReset: true }),
      onSave,
    }),
    [navigate, onDelete, onRefresh, onSave],
  );
}
