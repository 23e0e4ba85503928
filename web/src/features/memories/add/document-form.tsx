import CircleAlert from "lucide-react/icons/circle-alert";
import RotateCw from "lucide-react/icons/rotate-cw";
import Sparkle from "lucide-react/icons/sparkle";
import UploadIcon from "lucide-react/icons/upload";
import X from "lucide-react/icons/x";
import { type DragEvent, useState } from "react";
import { ACCEPTED, FORMAT_NAMES } from "@/api/formats";
import { classNames } from "@/lib/class-names";
import { sizeText } from "@/lib/size-text";
import { IconButton } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { Upgrading } from "@/ui/upgrading";
import pageFace from "../cards/page-face.svg";
import type { Allowances } from "./api";
import type { Upload } from "./uploads";

type Props = {
  allowances: Allowances;
  premium: boolean;
  uploads: readonly Upload[];
  error: string | undefined;
  onFiles: (files: readonly File[]) => void;
  onRemove: (ids: readonly string[]) => void;
  onAgain: (id: string) => void;
};

/** A place to drop files, the files on their way, and the words in its stead when no document is left. */
export function DocumentForm({ allowances, premium, uploads, error, onFiles, onRemove, onAgain }: Props) {
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
            <File
              key={upload.id}
              upload={upload}
              onRemove={() => onRemove([upload.id])}
              onAgain={() => onAgain(upload.id)}
            />
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
      <Upgrading>
        {premium ? "The limit of documents is reached." : "Upgrade to Pro to upload unlimited documents"}
      </Upgrading>
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
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Passing over what is inside leaves it too, as browsers tell it.
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <UploadIcon className="i i-l" />
      <strong>
        Drop files here, or <span className="link">choose them</span>
      </strong>
      <span>
        {FORMAT_NAMES}. Each file becomes a memory of its own.
        {documents?.limit ? ` ${documents.count} of ${documents.limit} documents used.` : ""}
      </span>
      <input
        type="file"
        accept={ACCEPTED}
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

type FileProps = { upload: Upload; onRemove: () => void; onAgain: () => void };

function File({ upload, onRemove, onAgain }: FileProps) {
  const { state, progress, failure } = upload;
  const name = upload.name ?? upload.file.name;
  return (
    <li className={classNames("file", state === "failed" && "file-bad")}>
      <img className="file-page" src={pageFace} alt="" />
      <div className="min-w-0">
        <b dir="auto">{name}</b>
        <span className="sub">{progressText(upload)}</span>
        {(state === "waiting" || state === "sending") && (
          <ProgressBar label={`Uploading ${name}`} value={progress * 100} />
        )}
      </div>
      <span className="flex">
        {failure?.again && state === "failed" && (
          <IconButton label={`Try ${name} again`} icon={<RotateCw className="i" />} onClick={onAgain} />
        )}
        <IconButton label={`Remove ${name}`} icon={<X className="i" />} onClick={onRemove} />
      </span>
    </li>
  );
}

function progressText({ state, progress, file }: Upload): string {
  if (state === "waiting") return "Waiting";
  if (state === "sending") return `${Math.round(progress * 100)} % of ${sizeText(file.size)}`;
  return state === "failed" ? "Not uploaded" : sizeText(file.size);
}
