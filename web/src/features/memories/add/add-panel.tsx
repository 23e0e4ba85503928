import Blocks from "lucide-react/icons/blocks";
import Link from "lucide-react/icons/link";
import Sparkle from "lucide-react/icons/sparkle";
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useDraft } from "@/api/draft";
import type { Memory } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Skeleton } from "@/ui/skeleton";
import { Upgrading } from "@/ui/upgrading";
import { tagSaved } from "../acts";
import type { NewMemory } from "../model";
import { useListFeed } from "../shelf-data";
import { addressOf } from "./address";
import { useAllowances } from "./api";
import { DocumentForm } from "./document-form";
import type { AddKind, Incoming } from "./kinds";
import { type LoadEditor, NoteField } from "./note-field";
import { saveMemories } from "./save";
import { SavedAlready } from "./saved-already";
import { Tiles } from "./tiles";
import { type Upload, underWay } from "./uploads";
import { useUploads } from "./use-uploads";

const TagField = lazy(() => import("@/memory/tags/tag-field"));

type Props = {
  /** Counts the openings, 0 while the panel is closed. */
  opening: number;
  /** What was dropped or pasted on the page, to be taken in. */
  incoming: Incoming | undefined;
  kind: AddKind;
  onKind: (kind: AddKind) => void;
  /** Closes this opening, and no later one. */
  onClose: (opening: number) => void;
  /** Opens a memory. */
  onShow: (id: string) => void;
  premium: boolean;
  /** Loads what a note is written in. */
  loadEditor: LoadEditor | undefined;
};

/** Add Memory. What was typed stays until it is saved: closing by mistake, or a failed save, costs nothing. */
export default function AddPanel({ opening, incoming, kind, onKind, onClose, onShow, premium, loadEditor }: Props) {
  const [link, setLink] = useDraft("link");
  const [note, setNote] = useDraft("note");
  const { uploads, error, choose, remove, again } = useUploads();
  const [tags, setTags] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const allowances = useAllowances(opening);
  const { reread } = useListFeed();
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(uploads);
  useEffect(() => {
    latest.current = uploads;
  }, [uploads]);
  const taken = useRef<Incoming>(undefined);
  useEffect(() => {
    if (incoming === taken.current) return;
    taken.current = incoming;
    if (incoming?.link) setLink(incoming.link);
    if (incoming?.files) choose(incoming.files);
  }, [incoming, setLink, choose]);
  const close = () => onClose(opening);
  const memories = memoriesFrom(kind, link, note, uploads);
  const { twin, tell, show, dialogProps } = useTwin(kind === "link" ? link : undefined, opening, onClose, onShow, () =>
    setLink(""),
  );

  const save = async (memories: readonly NewMemory[]) => {
    if (saving || memories.length === 0) return;
    setSaving(true);
    const saved = new Set<string>();
    const outcome = await saveMemories(memories, tags, (memory, kept) => {
      if (tags.length > 0) void tagSaved(kept, tags);
      const done = uploads.filter((upload) => memory.type === "document" && upload.url === memory.link);
      for (const { id } of done) saved.add(id);
      remove([...saved]);
    });
    setSaving(false);
    void reread();
    if (outcome === "failed") return;
    if (outcome !== "saved") {
      tell(outcome.existing, outcome.toastId);
      return;
    }
    // Something else may have been typed meanwhile.
    setLink((now) => (now === link ? "" : now));
    setNote((now) => (now === note ? "" : now));
    setTags((now) => (now === tags ? [] : now));
    const left = latest.current.filter(({ id }) => !saved.has(id));
    // A file that is not saved yet is not to go unseen; one that failed was seen beside those that are saved.
    if (left.some(({ state }) => kind === "document" || state !== "failed")) return onKind("document");
    remove(left.map(({ id }) => id));
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (twin) return show(twin);
    if (kind === "link" && !addressOf(link)) return setRefused(link);
    void save(memories);
  };

  return (
    <Dialog
      {...dialogProps}
      open={opening > 0}
      onClose={close}
      title="Add Memory"
      firstFocus={() => form.current?.querySelector<HTMLElement>(".input, .area")}
    >
      {allowances.canAddContent ? (
        <form ref={form} noValidate onSubmit={submit} onKeyDown={submitByKey}>
          <div className="dialog-body">
            <Tiles kind={kind} onChoose={onKind} />
            {kind === "link" && (
              <Field
                label="Website address"
                type="url"
                placeholder="https://example.com"
                error={refused === link ? NO_ADDRESS : undefined}
                icon={<Link className="i" />}
                value={link}
                onChange={(event) => setLink(event.currentTarget.value)}
              />
            )}
            {kind === "note" && <NoteField note={note} onNote={setNote} loadEditor={loadEditor} />}
            {kind === "document" && (
              <DocumentForm
                allowances={allowances}
                premium={premium}
                uploads={uploads}
                error={error}
                onFiles={choose}
                onRemove={remove}
                onAgain={again}
              />
            )}
            {kind === "integration" && (
              <p className="banner">
                <Blocks className="i" />
                We are working X and Notion integrations
              </p>
            )}
            {kind !== "integration" && (
              <div className="add-tags">
                <span className="label">Tags</span>
                <Suspense fallback={<Skeleton className="h-[44px]" />}>
                  <TagField tags={tags} onChange={setTags} placeholder="Optional" />
                </Suspense>
              </div>
            )}
            <div role="status" className="contents">
              {twin && <SavedAlready memory={twin} />}
            </div>
          </div>
          <div className="dialog-foot">
            <Button look="ghost" onClick={close}>
              Cancel
            </Button>
            {twin && (
              <Button
                look="secondary"
                busy={saving}
                onClick={() => void save([{ type: "link", link: addressOf(link) ?? link }])}
              >
                Save again
              </Button>
            )}
            <Button type="submit" busy={saving && !twin} disabled={memories.length === 0}>
              {twin ? "Show it" : "Add Memory"}
            </Button>
          </div>
        </form>
      ) : (
        <div className="dialog-body">
          <p className="banner banner-pro">
            <Sparkle className="i" />
            <Upgrading>Upgrade to pro to upload more content</Upgrading>
          </p>
        </div>
      )}
    </Dialog>
  );
}

const NO_ADDRESS = "That is not an address of the web. Try one like example.com or https://example.com/page.";

/** Ctrl or ⌘ with Enter, wherever the focus is in the form. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}

/** Longer than other toasts stay, in milliseconds: there is something to do about it. */
const TIME_TO_SHOW = 8000;

/**
 * The memory that holds what is typed already, as long as that is typed, and the way to it: the panel closes, it is
 * opened, and with `onLed` the matter is settled.
 */
function useTwin(
  link: string | undefined,
  opening: number,
  onClose: Props["onClose"],
  onShow: Props["onShow"],
  onLed: () => void,
) {
  const [found, setFound] = useState<{ memory: Memory; link: string | undefined }>();
  const twin = found && found.link === link ? found.memory : undefined;
  const now = useRef({ link, opening });
  useEffect(() => {
    now.current = { link, opening };
  }, [link, opening]);
  const leadTo = useRef<string>(undefined);
  useEffect(() => {
    if (opening > 0) leadTo.current = undefined;
  }, [opening]);
  const show = (memory: Memory) => {
    if (now.current.opening === 0) return onShow(memory._id);
    leadTo.current = memory._id;
    onClose(now.current.opening);
  };
  /** Shows the twin of what was sent. If the form has changed since, only the toast leads to it. */
  const tell = (memory: Memory, toastId: string | number) => {
    if (now.current.link === link && now.current.opening === opening) {
      toast.info("You saved this already", { id: toastId });
      return setFound({ memory, link });
    }
    toast.info("You saved this already", {
      id: toastId,
      duration: TIME_TO_SHOW,
      action: { label: "Show", onClick: () => show(memory) },
    });
  };
  const dialogProps = {
    // What is opened gets the focus, once the panel has gone.
    keepsFocus: () => leadTo.current !== undefined,
    onClosed: () => {
      if (leadTo.current === undefined) return;
      onShow(leadTo.current);
      // A toast leads away from something else that is typed, which stays.
      if (twin?._id !== leadTo.current) return;
      setFound(undefined);
      onLed();
    },
  };
  return { twin, tell, show, dialogProps };
}

/** What pressing Add Memory would save: nothing while the form is blank or a file is still on its way. */
function memoriesFrom(kind: AddKind, link: string, note: string, uploads: readonly Upload[]): NewMemory[] {
  if (kind === "link" && link.trim()) return [{ type: "link", link: addressOf(link) ?? link, ifNew: true }];
  if (kind === "note" && note.trim()) return [{ type: "note", description: note }];
  if (kind === "document" && !underWay(uploads)) {
    return uploads.flatMap(({ url, name }) =>
      url && name ? [{ type: "document" as const, link: url, fileName: name }] : [],
    );
  }
  return [];
}
