import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import CloudUpload from "lucide-react/icons/cloud-upload";
import LinkIcon from "lucide-react/icons/link";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { dropShared } from "@/api/device-store";
import { logFailure } from "@/api/errors";
import { dropWaiting, keepThings, onSaved, ownWaiting, type Saved, sendWaiting, type Waiting } from "@/api/outbox";
import { dayText } from "@/lib/day-text";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { Button, ButtonLink } from "@/ui/button";
import { Area, Field } from "@/ui/field";
import { Skeleton } from "@/ui/skeleton";
import { useSavedBefore } from "./api";
import { type Begun, nameOf, thingsOf } from "./model";

const TagField = lazy(() => import("@/memory/tags/tag-field"));

type Props = { id: string; begun: Begun; homePath: string; memoryPath: (id: string) => string };

type Outcome = { state: "saved"; saved: readonly Saved[] } | { state: "kept" };

/** What is to be saved, with tags and a remark. Nothing is saved until its button is pressed. */
export function SaveForm({ id, begun, homePath, memoryPath }: Props) {
  const [link, setLink] = useState(begun.link);
  const [text, setText] = useState(begun.text);
  const [remark, setRemark] = useState(begun.remark);
  const [tags, setTags] = useState<readonly string[]>([]);
  const { save, busy, refused, outcome } = useSave(id);
  const before = useSavedBefore(begun.kind === "link" ? link.trim() : "");
  if (outcome) return <Done outcome={outcome} homePath={homePath} memoryPath={memoryPath} />;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const things = thingsOf({ ...begun, link: link.trim(), text });
    void save(things, { tags: [...tags], remark: remark.trim() }, WANTED[begun.kind]);
  };
  return (
    <form className="save-form" noValidate onSubmit={onSubmit}>
      <h1>Save to Engram</h1>
      {begun.title && (
        <p className="save-title" dir="auto">
          {begun.title}
        </p>
      )}
      {begun.kind === "link" && (
        <Field
          label="Website address"
          type="url"
          inputMode="url"
          placeholder="https://example.com"
          autoComplete="off"
          icon={<LinkIcon className="i" />}
          value={link}
          error={refused}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
      )}
      {begun.kind === "note" && (
        <Area
          label="Note"
          className="save-note"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {begun.kind === "files" && (
        <ul className="save-things">
          {thingsOf(begun).map((thing) => (
            <li key={nameOf(thing)} dir="auto">
              {nameOf(thing)}
            </li>
          ))}
        </ul>
      )}
      {before && <Before memory={before} memoryPath={memoryPath} />}
      <div className="save-tags">
        <span className="label">Tags</span>
        <Suspense fallback={<Skeleton className="h-11" />}>
          <TagField tags={tags} onChange={setTags} />
        </Suspense>
      </div>
      <Area
        label="Remark"
        className="save-remark"
        dir="auto"
        maxLength={4000}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      <div role="alert">{refused && begun.kind !== "link" && <p className="banner banner-bad">{refused}</p>}</div>
      <Button type="submit" size="large" block busy={busy}>
        {before ? "Add to it" : "Save"}
      </Button>
    </form>
  );
}

const WANTED: Record<Begun["kind"], string> = {
  link: "Please give the address of a page",
  note: "Please write a note",
  files: "There is no file in what was shared",
};

function Before({ memory, memoryPath }: { memory: Memory; memoryPath: Props["memoryPath"] }) {
  return (
    <p className="banner" role="status">
      <Clock className="i" />
      <span>
        Saved before, on {dayText(new Date(memory.createdAt), new Date())}:{" "}
        <Link className="link" to={memoryPath(memory._id)}>
          <bdi>{titleOf(memory)}</bdi>
        </Link>
      </span>
    </p>
  );
}

/** Keeps things on the device first and sends them then, so that nothing is lost or saved twice whatever happens meanwhile. */
function useSave(shared: string) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const saving = useRef(false);

  const save = async (
    things: ReturnType<typeof thingsOf>,
    words: Pick<Waiting, "tags" | "remark">,
    wanted: string,
  ): Promise<void> => {
    if (saving.current) return;
    if (things.length === 0) return setRefused(wanted);
    saving.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      const result = await keepAndSend(things, words);
      if (typeof result === "string") setRefused(result);
      else {
        if (shared) await dropShared(shared);
        setOutcome(result);
      }
    } catch (error) {
      logFailure("saving", error);
      setRefused("It could not be saved. Please try again.");
    }
    saving.current = false;
    setBusy(false);
  };
  return { save, busy, refused, outcome };
}

/** Resolves to what became of the things, or to the words of the server that refused one. */
async function keepAndSend(
  things: ReturnType<typeof thingsOf>,
  words: Pick<Waiting, "tags" | "remark">,
): Promise<Outcome | string> {
  const outcomes = new Map<string, Saved>();
  const stop = onSaved((id, outcome) => outcomes.set(id, outcome));
  try {
    const kept = await keepThings(things, words);
    await sendWaiting();
    const left = (await ownWaiting()).filter(({ id }) => kept.some((one) => one.id === id));
    const refused = left.filter((one) => one.refused !== undefined);
    // What is refused stands in the form still; of several files those that are not are saved.
    if (refused.length === kept.length) {
      for (const { id } of refused) await dropWaiting(id);
      return refused[0]?.refused ?? "";
    }
    if (left.length > 0) return { state: "kept" };
    return { state: "saved", saved: kept.flatMap(({ id }) => outcomes.get(id) ?? []) };
  } finally {
    stop();
  }
}

function Done({ outcome, homePath, memoryPath }: { outcome: Outcome } & Pick<Props, "homePath" | "memoryPath">) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const saved = outcome.state === "saved" ? outcome.saved : [];
  const [first] = saved;
  return (
    <div className="save-done">
      {outcome.state === "saved" ? <CircleCheck className="i i-l amber" /> : <CloudUpload className="i i-l amber" />}
      <h1 ref={heading} tabIndex={-1}>
        {headingOf(outcome)}
      </h1>
      <p role="status">{outcome.state === "kept" ? KEPT : SAVED}</p>
      <div className="acts">
        {saved.length === 1 && first && <ButtonLink to={memoryPath(first.memory._id)}>Open it</ButtonLink>}
        {isPopup() ? (
          <Button look="secondary" onClick={() => window.close()}>
            Close
          </Button>
        ) : (
          <ButtonLink look="secondary" to={homePath}>
            Your memories
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

const KEPT = "It is sent as soon as Engram can be reached, while it is open.";
const SAVED = "You can ask it as soon as it is read.";

function headingOf(outcome: Outcome): string {
  if (outcome.state === "kept") return "Kept on this device";
  return outcome.saved.length > 0 && outcome.saved.every(({ before }) => before) ? "Saved before" : "Saved";
}

/** Whether it stands in the small window that the bookmarklet opens. */
function isPopup(): boolean {
  return window.menubar?.visible === false && !matchMedia("(display-mode: standalone)").matches;
}
