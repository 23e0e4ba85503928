import Pencil from "lucide-react/icons/pencil";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useId, useRef, useState } from "react";
import { logFailure, messageOf } from "@/api/errors";
import { grouped } from "@/lib/grouped";
import { countText } from "@/memory/count-text";
import { cleanTag, tagError, tagKey } from "@/memory/tags/names";
import { Button, IconButton } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useQuestion } from "@/ui/use-question";
import { useTagList } from "./api";

/** So many are shown at first. */
const SHOWN = 20;

/** Lists the tags, to be renamed, made one with another, or removed from all memories. */
export function Tags() {
  const { tags, rename, remove } = useTagList();
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = () => title.current?.focus();
  const { ask, dialog } = useQuestion(focusTitle);
  const [renamed, setRenamed] = useState<string>();
  const [all, setAll] = useState(false);

  function leaveName() {
    setRenamed(undefined);
    focusTitle();
  }

  /** Resolves to whether it was done. */
  async function run(task: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      await task();
    } catch (error) {
      logFailure("changing a tag", error);
      toast.error(messageOf(error, "That did not work. Please try again."));
      return false;
    }
    toast.success(done);
    return true;
  }

  async function onRename(from: string, to: string) {
    const other = tags?.find(({ name }) => tagKey(name) === tagKey(to) && name !== from);
    const apply = () => run(() => rename(from, to), other ? `“${from}” is “${to}” now` : "Renamed");
    if (!other || tagKey(from) === tagKey(to)) {
      if (await apply()) leaveName();
      return;
    }
    ask({
      title: "Make them one tag?",
      text: (
        <p>
          There is a tag <bdi>“{other.name}”</bdi> of {countText(other.count)} already. All that have{" "}
          <bdi>“{from}”</bdi> get it instead. That can’t be undone.
        </p>
      ),
      yes: "Make them one",
      run: async () => {
        const done = await apply();
        if (done) setRenamed(undefined);
        return done;
      },
    });
  }

  function onRemove(name: string, count: number) {
    ask({
      title: "Remove this tag?",
      text: (
        <p>
          <bdi>“{name}”</bdi> is taken from {countText(count)}, which stay. That can’t be undone.
        </p>
      ),
      yes: "Remove the tag",
      run: () => run(() => remove(name), "The tag is removed"),
    });
  }

  const shown = all ? tags : tags?.slice(0, SHOWN);
  return (
    <div>
      <h3 className="sub-h" ref={title} tabIndex={-1} id="tags">
        Tags
      </h3>
      {shown && shown.length > 0 && (
        <ul className="rows" aria-labelledby="tags">
          {shown.map(({ name, count }) => (
            <li key={name}>
              <Tag className="i" />
              {renamed === name ? (
                <NameForm name={name} onRename={(to) => onRename(name, to)} onCancel={leaveName} />
              ) : (
                <>
                  <span>
                    <bdi className="row-name">{name}</bdi>
                    <small className="num">{countText(count)}</small>
                  </span>
                  <span className="row-acts">
                    <IconButton
                      label={`Rename ${name}`}
                      title="Rename"
                      icon={<Pencil className="i" />}
                      onClick={() => setRenamed(name)}
                    />
                    <IconButton
                      label={`Remove ${name}`}
                      title="Remove"
                      icon={<Trash2 className="i" />}
                      onClick={() => onRemove(name, count)}
                    />
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {tags?.length === 0 && <p className="hint">You have no tags yet. Give a memory one, and it stands here.</p>}
      {!tags && (
        <div role="status" aria-label="Loading your tags">
          <Skeleton className="h-16" />
        </div>
      )}
      {tags && !all && tags.length > SHOWN && (
        <div className="acts mt-3">
          <Button look="secondary" size="small" onClick={() => setAll(true)}>
            Show all {grouped(tags.length)}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  );
}

type FormProps = { name: string; onRename: (to: string) => Promise<void>; onCancel: () => void };

function NameForm({ name, onRename, onCancel }: FormProps) {
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const to = cleanTag(typed);
  const error = tagError(to, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !to || error) return;
    if (to === name) return onCancel();
    setBusy(true);
    await onRename(to);
    setBusy(false);
  };
  return (
    <form
      className="tag-rename"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
    >
      <label className="vh" htmlFor={id}>
        New name of {name}
      </label>
      <input
        id={id}
        className="input"
        value={typed}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has gone.
        autoFocus
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="small" busy={busy} disabled={!to || error !== undefined}>
        Rename
      </Button>
      <Button look="ghost" size="small" onClick={onCancel}>
        Cancel
      </Button>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </form>
  );
}
