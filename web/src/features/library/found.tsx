import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { logFailure, messageOf } from "@/api/errors";
import { type Kept, useKeeping, useKept } from "@/memory/filter/kept";
import { parseFilter } from "@/memory/filter/parse";
import { sentenceOf } from "@/memory/filter/sentence";
import type { Word } from "@/memory/filter/words";
import type { Kind } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import "./library.css";

type Query = Pick<Kept, "filter" | "sort">;

type Props = {
  query: Query;
  onQuery: (query: Query) => void;
  kind: Kind | undefined;
  /** How many there are; undefined until it is known. */
  count: number | undefined;
};

/** Says what is listed and how much it is, and keeps the filter under a name. */
export default function Found({ query, onQuery, kind, count }: Props) {
  const { words } = parseFilter(query.filter);
  const kept = useKept()?.find(({ filter, sort }) => filter === query.filter && sort === query.sort);
  const [naming, setNaming] = useState(false);
  const acts = useRef<HTMLSpanElement>(null);
  const wasNaming = useRef(false);
  const id = kept?.id;
  // The button that had the focus went with the form, and another comes once the filter is kept.
  useEffect(() => {
    if (wasNaming.current && !naming) acts.current?.querySelectorAll("button")[1]?.focus({ preventScroll: true });
    wasNaming.current = naming || (wasNaming.current && id === undefined);
  }, [naming, id]);
  return (
    <div className="found">
      <p role="status" className="num">
        {count !== undefined && <Said words={kind ? ofKind(words, kind) : words} count={count} />}
      </p>
      {naming ? (
        <NameForm key={kept?.id} query={query} kept={kept} onDone={() => setNaming(false)} />
      ) : (
        <span ref={acts} className="found-acts">
          <button type="button" className="link" onClick={() => onQuery({ filter: "", sort: "saved" })}>
            Clear
          </button>
          {kept ? (
            <KeptActs kept={kept} onRename={() => setNaming(true)} />
          ) : (
            <button type="button" className="link" onClick={() => setNaming(true)}>
              Keep this filter
            </button>
          )}
        </span>
      )}
    </div>
  );
}

const ofKind = (words: readonly Word[], kind: Kind): Word[] => [
  ...words.filter(({ key, not }) => key !== "kind" || not),
  { key: "kind", value: kind },
];

function Said({ words, count }: { words: readonly Word[]; count: number }) {
  const { what, which } = sentenceOf(words, count);
  return (
    <>
      <b>{what}</b>
      {which && <bdi> {which}</bdi>}.
    </>
  );
}

function KeptActs({ kept, onRename }: { kept: Kept; onRename: () => void }) {
  const { keep, remove } = useKeeping();
  const { id, ...again } = kept;
  const onRemove = async () => {
    try {
      await remove(id);
      toast("The filter is not kept any more", {
        action: { label: "Undo", onClick: () => void keep(again).catch(failed) },
      });
    } catch (error) {
      failed(error);
    }
  };
  return (
    <>
      <button type="button" className="link" onClick={onRename}>
        Rename
      </button>
      <button type="button" className="link" onClick={() => void onRemove()}>
        Remove
      </button>
    </>
  );
}

function NameForm({ query, kept, onDone }: { query: Query; kept: Kept | undefined; onDone: () => void }) {
  const id = useId();
  const { keep, rename } = useKeeping();
  const [name, setName] = useState(kept?.name ?? "");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const bare = name.trim();
    if (!bare || busy) return;
    setBusy(true);
    try {
      await (kept ? rename(kept.id, bare) : keep({ name: bare, filter: query.filter, sort: query.sort }));
      onDone();
    } catch (error) {
      failed(error);
      setBusy(false);
    }
  };
  return (
    <form
      className="found-name"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onDone();
      }}
    >
      <label className="vh" htmlFor={id}>
        Name of the filter
      </label>
      <input
        id={id}
        className="input"
        value={name}
        maxLength={60}
        placeholder="Its name"
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has gone.
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="small" busy={busy} disabled={name.trim() === ""}>
        {kept ? "Rename" : "Keep"}
      </Button>
      <Button look="ghost" size="small" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

function failed(error: unknown): void {
  logFailure("keeping a filter", error);
  toast.error(messageOf(error, "That did not work. Please try again."));
}
