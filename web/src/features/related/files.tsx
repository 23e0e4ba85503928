import CircleAlert from "lucide-react/icons/circle-alert";
import Paperclip from "lucide-react/icons/paperclip";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { type RefObject, useId, useRef } from "react";
import { messageOf } from "@/api/errors";
import { ACCEPTED } from "@/api/formats";
import { beforeSignOut } from "@/api/session";
import { sizeText } from "@/lib/size-text";
import type { Memory } from "@/memory/kinds";
import { IconButton } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { removalsOf } from "@/ui/removals";
import { Upgrading } from "@/ui/upgrading";
import { type Attaching, again, attach, drop, useAttaching } from "./attaching";
import { removeFile, tellFiles } from "./files-api";
import "./files.css";

type Props = { id: string; files: NonNullable<Memory["files"]> };

/** By the ids of the memory and the file. */
const { hold, sendAll, useHeld } = removalsOf({
  remove: (id) => {
    const [memory = "", file = ""] = id.split("/");
    return removeFile(memory, file);
  },
  said: "File removed",
  failed: (error) => messageOf(error, "The file could not be removed."),
});
beforeSignOut(sendAll);

/** The files of a memory: each opens, and can be removed; below them the button that attaches more. */
export function Files({ id, files }: Props) {
  const heading = useId();
  const held = useHeld();
  const coming = useAttaching(id);
  const button = useRef<HTMLButtonElement>(null);
  const shown = files.filter(({ _id }) => !held.has(`${id}/${_id}`));
  const some = shown.length + coming.length > 0;
  const remove = (file: string) => {
    // The button that was pressed goes.
    button.current?.focus({ preventScroll: true });
    hold(`${id}/${file}`, () => tellFiles(id).catch(() => {}));
  };
  const leave = (key: number) => {
    button.current?.focus({ preventScroll: true });
    drop(key);
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={some ? "files-head" : "vh"}>
        Files
      </h2>
      {some && (
        <ul className="attached" aria-labelledby={heading}>
          {shown.map(({ _id, name, link, kind, size }) => (
            <li key={_id}>
              <Paperclip className="i i-s" aria-hidden="true" />
              <a href={link} target="_blank" rel="noreferrer">
                <span dir="auto">{name}</span>
                <small>
                  {kind} · {sizeText(size)}
                </small>
              </a>
              <IconButton label={`Remove ${name}`} icon={<X className="i i-s" />} onClick={() => remove(_id)} />
            </li>
          ))}
          {coming.map((one) => (
            <Coming key={one.key} one={one} onDrop={() => leave(one.key)} />
          ))}
        </ul>
      )}
      <Attach id={id} button={button} />
      <p className="vh" role="status">
        {saidOf(coming.filter(({ failure }) => !failure).length, shown.length)}
      </p>
    </section>
  );
}

/** What is read out: what is on its way, then what is there. */
function saidOf(coming: number, there: number): string {
  const count = coming || there;
  const words = count === 1 ? "1 file" : `${count} files`;
  if (coming > 0) return `Attaching ${words}`;
  return there > 0 ? words : "";
}

/** A file on its way, or one that did not arrive. */
function Coming({ one: { key, file, progress, failure }, onDrop }: { one: Attaching; onDrop: () => void }) {
  const { name, size } = file;
  return (
    <li className={failure && "attached-bad"}>
      {failure ? (
        <CircleAlert className="i i-s" aria-hidden="true" />
      ) : (
        <Paperclip className="i i-s" aria-hidden="true" />
      )}
      <div className="attached-words">
        <span dir="auto">{name}</span>
        {failure ? (
          <small role="alert">
            <Upgrading>{failure.message}</Upgrading>
          </small>
        ) : (
          <>
            <small>{progress === undefined ? "Waiting" : `${Math.round(progress * 100)} % of ${sizeText(size)}`}</small>
            <ProgressBar label={`Uploading ${name}`} value={(progress ?? 0) * 100} />
          </>
        )}
      </div>
      {failure?.again && (
        <IconButton label={`Try ${name} again`} icon={<RotateCw className="i i-s" />} onClick={() => again(key)} />
      )}
      <IconButton
        label={failure ? `Dismiss ${name}` : `Cancel ${name}`}
        icon={<X className="i i-s" />}
        onClick={onDrop}
      />
    </li>
  );
}

function Attach({ id, button }: { id: string; button: RefObject<HTMLButtonElement | null> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button ref={button} type="button" className="attach" onClick={() => input.current?.click()}>
        <Paperclip className="i i-s" aria-hidden="true" />
        Attach a file
      </button>
      <input
        ref={input}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED}
        multiple
        onChange={({ currentTarget }) => {
          attach(id, [...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
