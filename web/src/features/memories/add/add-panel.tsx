import { Blocks, Link, Sparkle } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Area, Field } from "@/ui/field";
import { useAllowances, useRefreshMemories } from "../api";
import type { NewMemory } from "../model";
import { DocumentForm } from "./document-form";
import type { AddKind } from "./kinds";
import { saveMemories } from "./save";
import { Tiles } from "./tiles";
import { settled, type Upload } from "./uploads";
import { useUploads } from "./use-uploads";

type Props = {
  /** Counts the openings, 0 while the panel is closed. */
  opening: number;
  kind: AddKind;
  onKind: (kind: AddKind) => void;
  /** Closes this opening, and no later one. */
  onClose: (opening: number) => void;
  premium: boolean;
};

/** Add Memory. What was typed stays until it is saved: closing by mistake, or a failed save, costs nothing. */
export default function AddPanel({ opening, kind, onKind, onClose, premium }: Props) {
  const [link, setLink] = useState("");
  const [note, setNote] = useState("");
  const { uploads, error, choose, remove } = useUploads();
  const [saving, setSaving] = useState(false);
  const allowances = useAllowances(opening);
  const refresh = useRefreshMemories();
  const form = useRef<HTMLFormElement>(null);
  const close = () => onClose(opening);
  const memories = memoriesFrom(kind, link.trim(), note, uploads);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving || memories.length === 0) return;
    setSaving(true);
    const saved = await saveMemories(memories, (memory) => {
      remove(
        uploads.filter((upload) => memory.type === "document" && upload.url === memory.link).map((upload) => upload.id),
      );
    });
    setSaving(false);
    void refresh();
    if (!saved) return;
    // Something else may have been typed meanwhile.
    setLink((now) => (now === link ? "" : now));
    setNote((now) => (now === note ? "" : now));
    remove(uploads.map((upload) => upload.id));
    close();
  };

  return (
    <Dialog
      open={opening > 0}
      onClose={close}
      title="Add Memory"
      firstFocus={() => form.current?.querySelector<HTMLElement>(".input, .area")}
    >
      {allowances.canAddContent ? (
        <form ref={form} onSubmit={submit}>
          <div className="dialog-body">
            <Tiles kind={kind} onChoose={onKind} />
            {kind === "link" && (
              <Field
                label="Website address"
                type="url"
                placeholder="https://example.com"
                icon={<Link className="i" />}
                value={link}
                onChange={(event) => setLink(event.currentTarget.value)}
              />
            )}
            {kind === "note" && (
              <Area
                label="Your note"
                className="add-note"
                rows={3}
                placeholder="Add your note"
                dir="auto"
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
            {kind === "document" && (
              <DocumentForm
                allowances={allowances}
                premium={premium}
                uploads={uploads}
                error={error}
                onFiles={choose}
                onRemove={remove}
              />
            )}
            {kind === "integration" && (
              <p className="banner">
                <Blocks className="i" />
                We are working X and Notion integrations
              </p>
            )}
          </div>
          <div className="dialog-foot">
            <Button look="ghost" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={saving} disabled={memories.length === 0}>
              Add Memory
            </Button>
          </div>
        </form>
      ) : (
        <div className="dialog-body">
          <p className="banner banner-pro">
            <Sparkle className="i" />
            Upgrade to pro to upload more content
          </p>
        </div>
      )}
    </Dialog>
  );
}

/** What pressing Add Memory would save: nothing while the form is blank or a file is still on its way. */
function memoriesFrom(kind: AddKind, link: string, note: string, uploads: readonly Upload[]): NewMemory[] {
  if (kind === "link" && link) return [{ type: "link", link }];
  if (kind === "note" && note.trim()) return [{ type: "note", description: note }];
  if (kind === "document" && settled(uploads)) {
    return uploads.flatMap(({ url, name }) =>
      url && name ? [{ type: "document" as const, link: url, fileName: name }] : [],
    );
  }
  return [];
}
