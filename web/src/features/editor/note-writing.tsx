import History from "lucide-react/icons/history";
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { logFailure } from "@/api/errors";
import type { Memory } from "@/memory/kinds";
import { Button, IconButton } from "@/ui/button";
import { preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import { readText, saveText } from "./api";
import { BothTexts } from "./both-texts";
import { draftsOf } from "./drafts";
import type { Text } from "./model";
import { Saver } from "./saver";
import { SavingLine } from "./saving-line";
import WritingArea, { type WritingAreaHandle } from "./writing-area";
import "./note-writing.css";

const loadVersions = () => import("./versions");
const Versions = lazy(loadVersions);

export type NoteWritingProps = {
  memory: Memory;
  /** Where its buttons stand, above the text. */
  bar: HTMLElement;
  /** Words that the reader had in view, for the cursor; "" at the beginning. */
  near: string;
  /** Called when it stands there. */
  onReady: () => void;
  /** Called once all is saved, or nothing was changed. */
  onDone: () => void;
};

/** A note that is being written, in place of its text. It is saved by itself. */
export function NoteWriting({ memory, ...rest }: NoteWritingProps) {
  const { _id: id } = memory;
  const [stored, setStored] = useState<Text>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    readText(id).then(
      (text) => !gone && setStored(text),
      (error) => {
        logFailure("reading a note", error);
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [id]);
  if (stored) return <Writing memory={memory} stored={stored} {...rest} />;
  return (
    failed &&
    createPortal(
      <>
        <p className="saving" role="alert">
          The note could not be read just now.
        </p>
        <Button look="secondary" onClick={rest.onDone}>
          Back
        </Button>
      </>,
      rest.bar,
    )
  );
}

type Props = NoteWritingProps & { stored: Text };

function Writing({ memory, stored, bar, near, onReady, onDone }: Props) {
  const { _id: id, edition = 0 } = memory;
  const area = useRef<WritingAreaHandle>(null);
  const done = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const [saver] = useState(() => {
    const ports = {
      save: (text: Text, keepalive: boolean) => saveText(id, text, keepalive),
      read: () => readText(id),
      onReplace: (text: string) => area.current?.replace(text, false),
    };
    return new Saver(id, stored, ports, draftsOf(id)[0]);
  });
  useLayoutEffect(onReady, [onReady]);
  const saving = useSyncExternalStore(saver.subscribe, saver.getState);
  useLeaving(saver, saving.kept);
  useEffect(() => void saver.hear(edition), [saver, edition]);
  const finish = async () => {
    // Where it can't be saved the text stays, and the focus leaves it.
    if (await saver.save()) onDone();
    else done.current?.focus();
  };
  const { versions, showVersions } = useVersions(id, (text) => area.current?.replace(text, true));
  const [anchor] = useState(() => placeOf(near, saver.text));
  return (
    <>
      {createPortal(
        <>
          <SavingLine saving={saving} />
          {saving.phase !== "conflict" && (
            <IconButton label="Earlier versions" icon={<History className="i" />} onClick={showVersions} />
          )}
          <Button ref={done} look="secondary" onClick={() => void finish()}>
            Done
          </Button>
        </>,
        bar,
      )}
      {saving.phase === "conflict" && saving.theirs ? (
        <BothTexts mine={saver.text} theirs={saving.theirs.text} onChoose={(text) => saver.resolve(text)} />
      ) : (
        <WritingArea
          ref={area}
          className="prose captured writing"
          label="Your note"
          describedBy={hint}
          indents
          text={saver.text}
          selection={{ anchor, head: anchor }}
          onChange={(text) => saver.change(text)}
          onEscape={() => void finish()}
        />
      )}
      <p id={hint} className="vh">
        Markdown. It is saved while you write. Tab moves an item of a list deeper; Escape ends writing, and Tab goes on
        from there.
      </p>
      {versions}
    </>
  );
}

/** Where the cursor goes: to the words that were in view, else to the end of what is short, or the beginning. */
function placeOf(near: string, text: string): number {
  const at = near === "" ? -1 : text.indexOf(near);
  if (at >= 0) return at;
  return text.length < SHORT ? text.length : 0;
}

const SHORT = 1500;

/** Saves what is written when the page is hidden, left, or another one is shown. */
function useLeaving(saver: Saver, kept: boolean): void {
  const leave = useEffectEvent(() => saver.leave());
  useEffect(() => {
    saver.open();
    const hidden = () => document.visibilityState === "hidden" && leave();
    const back = () => void saver.save();
    window.addEventListener("pagehide", leave);
    window.addEventListener("online", back);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("online", back);
      document.removeEventListener("visibilitychange", hidden);
      saver.leave();
      saver.close();
    };
  }, [saver]);
  // What this device can't keep would be lost with the page.
  useEffect(() => {
    if (kept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [kept]);
}

function useVersions(id: string, onPutBack: (text: string) => void) {
  const [open, setOpen] = useState<boolean>();
  const show = () =>
    void openLate(
      () => Promise.all([loadVersions(), preloadDialog()]),
      () => setOpen(true),
      "The earlier versions did not open. Please try again.",
    );
  const versions = open !== undefined && (
    <Suspense fallback={null}>
      <Versions id={id} open={open} onClose={() => setOpen(false)} onPutBack={onPutBack} />
    </Suspense>
  );
  return { versions, showVersions: show };
}
