import ArchiveRestore from "lucide-react/icons/archive-restore";
import CircleAlert from "lucide-react/icons/circle-alert";
import KeyRound from "lucide-react/icons/key-round";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { ProgressBar } from "@/ui/progress-bar";
import { useRestore } from "./use-restore";

/** The other way to begin: with what an Engram kept before. */
export default function Restore({ signInPath }: { signInPath: string }) {
  const { stage, file, part, sealed, error, choose, send } = useRestore();
  return (
    <section className="auth-restore" aria-labelledby="restore-title">
      <h2 id="restore-title">Restore a backup</h2>
      {stage === "restored" ? (
        <Restored signInPath={signInPath} />
      ) : (
        <>
          <p className="lead">Memories, answers and accounts come back as they were.</p>
          {stage === "choosing" ? <Drop onFile={choose} /> : <Progress name={file?.name ?? ""} part={part} />}
          {sealed && stage === "choosing" && file && <Key name={file.name} onKey={(key) => send(file, key)} />}
          <div role="alert">
            {error && (
              <p className="banner banner-bad">
                <CircleAlert className="i" />
                {error}
              </p>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function Drop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [over, setOver] = useState(false);
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
  const text = part < 1 ? `${percent} % sent` : "Verified to the last byte, then Engram starts anew with it";
  return (
    <div className="auth-sending">
      <b dir="auto">{name}</b>
      <ProgressBar label={`Restoring ${name}`} value={percent} />
      <span className="sub" role="status">
        {part < 1 ? "" : text}
      </span>
      {part < 1 && <span className="sub">{text}</span>}
    </div>
  );
}

function Key({ name, onKey }: { name: string; onKey: (key: string) => void }) {
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

function Restored({ signInPath }: { signInPath: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <p role="status" className="lead">
        Restored. Sign in as before.
      </p>
      {/* A full load: the data of this page is from before the restart. */}
      <a ref={link} className="btn btn-primary btn-lg btn-block" href={signInPath}>
        Sign in
      </a>
    </>
  );
}
