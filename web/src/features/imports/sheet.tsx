import CircleAlert from "lucide-react/icons/circle-alert";
import FileArchive from "lucide-react/icons/file-archive";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { attempt } from "@/forms/attempt";
import { grouped } from "@/lib/grouped";
import { sizeText } from "@/lib/size-text";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { useQuestion } from "@/ui/use-question";
import { useImport, useImportActs } from "./api";
import { cameText, counted, formatText, type Import, isOver, stateText } from "./model";
import { Notes } from "./notes";
import { PreviewBody, StartBar } from "./preview";

type Props = {
  listed: Import;
  /** Whether it takes the focus when it appears. */
  focused?: boolean;
};

/** One import: what its file holds, how far it is, or how it ended, and what can be done about it. */
export function Sheet({ listed, focused = false }: Props) {
  const one = useImport(listed);
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = () => title.current?.focus();
  useEffect(() => {
    if (focused) title.current?.focus();
  }, [focused]);
  const { act } = useImportActs();
  const onStop = async () => {
    if (await attempt("stopping an import", () => act(one.id, "cancel"))) focusTitle();
  };
  const file = [formatText(one), sizeText(one.size)].filter(Boolean).join(", ");
  return (
    <section className="import-sheet" aria-labelledby={id}>
      <div>
        <div className="import-sheet-top">
          <span className="set-mark">
            <FileArchive className="i" />
          </span>
          <div>
            <h3 ref={title} id={id} tabIndex={-1} dir="auto">
              {one.name}
            </h3>
            <p>
              {file}. {stateText(one, new Date())}
            </p>
          </div>
          {(one.status === "running" || one.status === "reading") && (
            <BusyButton look="ghost" label={`Stop the import of ${one.name}`} onPress={onStop}>
              Stop
            </BusyButton>
          )}
        </div>
        <Progress one={one} />
        {one.message && (
          <p className={one.status === "failed" ? "banner banner-bad" : "banner"}>
            <CircleAlert className="i" />
            {one.message}
          </p>
        )}
      </div>
      {one.status === "ready" && one.preview && (
        <>
          <PreviewBody one={one} preview={one.preview} />
          <StartBar one={one} preview={one.preview} onDone={focusTitle} />
        </>
      )}
      {one.status !== "ready" && one.status !== "reading" && <Result one={one} />}
      {one.status !== "ready" && one.noteCount > 0 && <Notes one={one} />}
      {isOver(one) && <Afterwards one={one} onDone={focusTitle} />}
    </section>
  );
}

function Progress({ one: { status, name, position, found, undoing, undone, kept, items } }: { one: Import }) {
  if (status === "reading") return <p className="run-nums">{found > 0 && `${grouped(found)} found so far`}</p>;
  if (status !== "running") return null;
  const [done, of] = undoing ? [undone + kept, undone + kept + items] : [position, found];
  const words = `${grouped(done)} of ${grouped(of)} handled`;
  return (
    <>
      <ProgressBar
        label={undoing ? `Undoing the import of ${name}` : `Importing ${name}`}
        value={done}
        max={Math.max(of, 1)}
        text={words}
      />
      <p className="run-nums">{words}</p>
    </>
  );
}

/** What became of the entries, and what is still to come. */
function Result({ one }: { one: Import }) {
  const { saved, followed, existing, merged, failed, undone, unfollowed, kept, fetching, unfetched } = one;
  const all: readonly [string, number][] = [
    ["Added", saved],
    ["Feeds followed", followed],
    ["Already here", existing],
    ["Joined to others", merged],
    ["Not added", failed],
    ["Removed again", undone],
    ["Feeds left again", unfollowed],
    ["Kept, as you changed them", kept],
  ];
  return (
    <div className="import-result">
      <dl>
        {all
          .filter(([name, count]) => count > 0 || (name === "Added" && followed === 0))
          .map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{grouped(count)}</dd>
            </div>
          ))}
      </dl>
      {fetching > 0 && (
        <p className="hint">
          {counted(fetching, "page waits", "pages wait")} to be fetched, behind whatever you save meanwhile.
        </p>
      )}
      {unfetched > 0 && <p className="hint">{counted(unfetched, "page")} could not be fetched.</p>}
    </div>
  );
}

type AfterwardsProps = { one: Import; onDone: () => void };

/** What can be done with an import that is over. */
function Afterwards({ one, onDone }: AfterwardsProps): ReactNode {
  const { act, forget } = useImportActs();
  const { ask, dialog } = useQuestion(onDone);
  const { id, name, undoable, retryable } = one;

  async function onRetry() {
    if (await attempt("trying an import again", () => act(id, "retry"))) onDone();
  }

  const onUndo = () =>
    ask({
      title: "Undo this import?",
      text: (
        <p>
          {cameText(one)} came from <bdi>“{name}”</bdi>. They are removed for good, except those that you have changed
          since.
        </p>
      ),
      yes: "Undo the import",
      run: () => attempt("undoing an import", () => act(id, "undo")),
    });

  return (
    <div className="import-sheet-foot">
      {retryable && (
        <BusyButton look="secondary" onPress={onRetry}>
          Try the failed ones again
        </BusyButton>
      )}
      {undoable && (
        <Button look="secondary" size="small" icon={<Undo2 className="i i-s" />} onClick={onUndo}>
          Undo this import
        </Button>
      )}
      <BusyButton
        look="ghost"
        label={`Take ${name} off this list`}
        onPress={async () => void (await attempt("forgetting an import", () => forget(id)))}
      >
        Take off this list
      </BusyButton>
      {dialog}
    </div>
  );
}
