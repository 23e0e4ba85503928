import CircleAlert from "lucide-react/icons/circle-alert";
import FileArchive from "lucide-react/icons/file-archive";
import FolderInput from "lucide-react/icons/folder-input";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { counted } from "./model";
import type { Refused, Sending } from "./use-sending";

type Props = {
  sending: Sending | undefined;
  refused: readonly Refused[];
  onFiles: (files: readonly File[]) => void;
  onStop: () => void;
};

/** Where files are dropped or chosen, and how far the one that is sent has come. */
export function Bring({ sending, refused, onFiles, onStop }: Props) {
  return (
    <div>
      {sending ? <OnItsWay {...sending} onStop={onStop} /> : <Drop onFiles={onFiles} focused={refused.length > 0} />}
      <div role="alert">
        {refused.map(({ key, name, message }) => (
          <p key={key} className="banner banner-bad import-refused">
            <CircleAlert className="i" />
            <span>
              <b dir="auto">{name}</b>
              {message}
            </span>
          </p>
        ))}
      </div>
      <Programs />
    </div>
  );
}

type DropProps = { onFiles: (files: readonly File[]) => void; focused: boolean };

/** It takes the focus after a refusal. */
function Drop({ onFiles, focused }: DropProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
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
        Drop files here, or <span className="link">choose them</span>
      </strong>
      <span id={id}>
        As the other program exported it: a zip, HTML, JSON, CSV or text. You see what is in it first.
      </span>
      <input
        ref={input}
        type="file"
        multiple
        className="vh"
        aria-describedby={id}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again after it was refused.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function OnItsWay({ name, part, behind, onStop }: Sending & { onStop: () => void }) {
  const percent = Math.round(part * 100);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="import-sheet">
      <div>
        <div className="import-sheet-top">
          <span className="set-mark">
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
        <p className="run-nums">
          {percent} % sent{behind > 0 && `, ${counted(behind, "more file")} to come`}
        </p>
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
