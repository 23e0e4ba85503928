import { type ComponentProps, lazy, Suspense, useEffect } from "react";
import { Kept } from "@/features/editor/kept";
import type { NoteWriting } from "@/features/editor/note-writing";
import { Remark } from "@/features/editor/remark";
import { SavedDate } from "@/features/editor/saved-date";
import { Title } from "@/features/editor/title";
import type { ReaderSlots } from "@/features/reader";
import { afterwards } from "@/lib/afterwards";

// The editor weighs as much as the page around it, which most notes are read on.
const loadNote = () => import("@/features/editor/note-writing");
const LateNote = lazy(() => loadNote().then(({ NoteWriting }) => ({ default: NoteWriting })));

function Note(props: ComponentProps<typeof NoteWriting>) {
  return (
    <Suspense fallback={null}>
      <LateNote {...props} />
    </Suspense>
  );
}

function KeptOrReady(props: ComponentProps<typeof Kept>) {
  useEffect(() => afterwards(() => loadNote().catch(() => {})), []);
  return <Kept {...props} />;
}

/** What a user changes of an opened memory. */
export const edits: NonNullable<ReaderSlots["edits"]> = { Note, Kept: KeptOrReady, Title, Remark, SavedDate };
