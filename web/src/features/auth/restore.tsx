import ArchiveRestore from "lucide-react/icons/archive-restore";
import CircleAlert from "lucide-react/icons/circle-alert";
import KeyRound from "lucide-react/icons/key-round";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { ProgressBar } from "@/ui/progress-bar";
import { Returning } from "./returning";
import { useRestore } from "./use-restore";

type RestoreProps = { signInPath: string; onSent: (page: ReactNode) => void };

/** The other way to begin: with a backup. `onSent` is called with the page that replaces this one. */
export default function Restore({ signInPath, onSent }: RestoreProps) {
  const sent = () => onSent(<Returning signInPath={signInPath} />);
  const { sending, file, part, sealed, key, error, choose, send } = useRestore(sent);
  return (
    <section className="auth-restore" aria-labelledby="restore-title">
      <h2 id="restore-title">Restore a backup</h2>
      <p className="lead">Memories, answers and accounts come back as they were.</p>
      {sending ? (
        <Progress name={file?.name ?? ""} part={part} />
      ) : (
        <Drop onFile={choose} focused={error !== undefined && !sealed} />
      )}
      {sealed && !sending && file && <Key name={file.name} given={key} onKey={(given) => send(file, given)} />}
      <div role="alert">
        {error && (
          <p className="banner banner-bad">
            <CircleAlert className="i" />
            <span>
              {file && <b dir="auto">{file.name}</b>}
              {error}
            </span>
          </p>
        )}
      </div>
    </section>
  );
}

type DropProps = { onFile: (file: File | undefined) => void; focused: boolean };

/** Where a file is dropped or chosen. It takes the focus after a refusal. */
function Drop({ onFile, focused }: DropProps) {
  const [over, setOver] = useState(false);
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
      className={classNames("drop", over && "drop-over")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ArchiveRestore className="i i-l" />
      <strong>
        Drop an Engram backup here, or <span className="link">choose one</span>
      </strong>
      <span>A file that ends in .tar.zst, or .age if it is encrypted. It is verified before anything is kept.</span>
      <input
        ref={input}
        type="file"
        className="vh"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // So that the same file can be chosen again after it was refused.
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

/** It is read and verified while it arrives, and for a moment after. */
function Progress({ name, part }: { name: string; part: number }) {
  const percent = Math.round(part * 100);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="auth-sending">
      <b dir="auto">{name}</b>
      <ProgressBar label={`Restoring ${name}`} value={percent} />
      <p>
        {part < 1 && `${percent} % uploaded`}
        <span role="status">{part === 1 && "Uploaded. The backup is being verified."}</span>
      </p>
    </div>
  );
}

type KeyProps = { name: string; given: string; onKey: (key: string) => void };

function Key({ name, given, onKey }: KeyProps) {
  const field = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  return (
    <form
      ref={field}
      onSubmit={(event) => {
        event.preventDefault();
        onKey(String(new FormData(event.currentTarget).get("key")));
      }}
    >
      <Field
        name="key"
        label={`The key of ${name}`}
        defaultValue={given}
        placeholder="AGE-SECRET-KEY-…"
        icon={<KeyRound className="i" />}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button type="submit" look="secondary" block>
        Restore
      </Button>
    </form>
  );
}
