import { CircleAlert, Sparkle, Upload as UploadIcon, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { classNames } from "@/lib/class-names";
import { IconButton } from "@/ui/button";
import type { Allowances } from "../api";
import pageFace from "../cards/page-face.svg";
import { sizeText, type Upload } from "./uploads";

type Props = {
  allowances: Allowances;
  premium: boolean;
  uploads: readonly Upload[];
  error: string | undefined;
  onFiles: (files: readonly File[]) => void;
  onRemove: (ids: readonly string[]) => void;
};

/** A place to drop PDFs, the files on their way, and the words in its stead when no document is left. */
export function DocumentForm({ allowances, premium, uploads, error, onFiles, onRemove }: Props) {
  // A document that is up already may still be saved, so the list stays when the last place is taken meanwhile.
  return (
    <div className="field">
      {allowances.canUpload ? (
        <Drop documents={allowances.documents} onFiles={onFiles} />
      ) : (
        <NoneLeft premium={premium} />
      )}
      <div role="alert">
        {error && (
          <p className="banner banner-bad">
            <CircleAlert className="i" />
            ERROR! {error}
          </p>
        )}
      </div>
      {uploads.length > 0 && (
        <ul className="files">
          {uploads.map((upload) => (
            <File key={upload.id} upload={upload} onRemove={() => onRemove([upload.id])} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NoneLeft({ premium }: { premium: boolean }) {
  return (
    <p className="banner banner-pro">
      <Sparkle className="i" />
      {premium ? "The limit of documents is reached." : "Upgrade to Pro to upload unlimited documents"}
    </p>
  );
}

function Drop({ documents, onFiles }: { documents: Allowances["documents"]; onFiles: Props["onFiles"] }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <label
      className={classNames("drop", over && "drop-over")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadIcon className="i i-l" />
      <strong>
        Drop a PDF here, or <span className="link">choose one</span>
      </strong>
      <span>
        Each file becomes a memory of its own.
        {documents?.limit ? ` ${documents.count} of ${documents.limit} documents used.` : ""}
      </span>
      <input
        type="file"
        accept="application/pdf,.pdf"
        multiple
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again after it was removed.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function File({ upload, onRemove }: { upload: Upload; onRemove: () => void }) {
  const name = upload.name ?? upload.file.name;
  return (
    <li className="file">
      <img className="file-page" src={pageFace} alt="" />
      <div className="min-w-0">
        <b dir="auto">{name}</b>
        <span className="sub">{progressText(upload)}</span>
        {upload.state !== "sent" && (
          <span
            className="meter"
            role="progressbar"
            aria-label={`Uploading ${name}`}
            aria-valuenow={Math.round(upload.progress * 100)}
          >
            <span style={{ width: `${upload.progress * 100}%` }} />
          </span>
        )}
      </div>
      <IconButton label={`Remove ${name}`} icon={<X className="i" />} onClick={onRemove} />
    </li>
  );
}

function progressText({ state, progress, file }: Upload): string {
  if (state === "waiting") return "Waiting";
  if (state === "sending") return `${Math.round(progress * 100)} % of ${sizeText(file.size)}`;
  return sizeText(file.size);
}
