import CircleAlert from "lucide-react/icons/circle-alert";
import FileArchive from "lucide-react/icons/file-archive";
import FolderInput from "lucide-react/icons/folder-input";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import type { Sending } from "./use-sending";

type Props = {
  sending: Sending | undefined;
  refused: { name: string; message: string } | undefined;
  onFile: (file: File | undefined) => void;
  onStop: () => void;
};

/** Where a file is dropped or chosen, and how far it has come. */
export function Bring({ sending, refused, onFile, onStop }: Props) {
  return (
    <div>
      {sending ? <OnItsWay {...sending} onStop={onStop} /> : <Drop onFile={onFile} focused={refused !== undefined} />}
      <div role="alert">
        {refused && (
          <p className="banner banner-bad import-refused">
            <CircleAlert className="i" />
            <span>
              <b dir="auto">{refused.name}</b>
              {refused.message}
            </span>
          </p>
        )}
      </div>
      <Programs />
    </div>
  );
}

type DropProps = { onFile: (file: File | undefined) => void; focused: boolean };

/** It takes the focus after a refusal. */
function Drop({ onFile, focused }: DropProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={classNames("drop import-drop", over && "drop-over")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FolderInput className="i i-l" />
      <strong>
        Drop a file here, or <span className="link">choose one</span>
      </strong>
      <span id={id}>
        As the other program exported it: a zip, HTML, JSON, CSV or text. You see what is in it first.
      </span>
      <input
        ref={input}
        type="file"
        className="vh"
        aria-describedby={id}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // So that the same file can be chosen again after it was refused.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function OnItsWay({ name, part, onStop }: Sending & { onStop: () => void }) {
  const percent = Math.round(part * 100);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="import-sheet">
      <div>
        <div className="import-sheet-top">
          <span className="import-sheet-mark">
            <FileArchive className="i" />
          </span>
          <div>
            <h3 dir="auto">{name}</h3>
            <p role="status">{part < 1 ? "It is on its way." : "It has arrived, and is being looked at."}</p>
          </div>
          <Button look="ghost" size="small" onClick={onStop}>
            Cancel
          </Button>
        </div>
        <ProgressBar label={`Sending ${name}`} value={percent} />
        <p className="run-nums">{percent} % sent</p>
      </div>
    </div>
  );
}

/** Where each program keeps its export. */
const PROGRAMS: readonly { name: string; way: string }[] = [
  { name: "A browser", way: "In its bookmark manager, export the bookmarks as HTML." },
  {
    name: "Pocket, Instapaper, Raindrop, Matter, mymind",
    way: "Export as CSV or HTML in the settings of your account.",
  },
  {
    name: "Omnivore, wallabag, Pinboard, Karakeep, Linkwarden",
    way: "Export as JSON, or the zip as it is, with its texts.",
  },
  { name: "Readwise and Reader", way: "Export your highlights, or your library, as CSV." },
  { name: "Obsidian and other notes in Markdown", way: "Zip the folder, with its pictures." },
  { name: "Notion", way: "Export all content as HTML, with subpages." },
  { name: "Evernote, Bear, Roam", way: "Export your notes as ENEX, as a backup of Bear, or as JSON." },
  { name: "Google Keep, YouTube, X", way: "Order your archive there, and bring the zip." },
  { name: "Kindle", way: "Bring the file My Clippings.txt from the device." },
  { name: "A feed reader", way: "Export its feeds as OPML. They are followed here." },
  { name: "Another Engram", way: "Bring the archive that it exported. Everything comes back." },
];

function Programs() {
  return (
    <details className="programs">
      <summary>Where to get the file</summary>
      <dl>
        {PROGRAMS.map(({ name, way }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{way}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
