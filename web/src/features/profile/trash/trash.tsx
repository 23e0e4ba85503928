import Trash2 from "lucide-react/icons/trash-2";
import { useRef } from "react";
import { logFailure, messageOf } from "@/api/errors";
import { KINDS } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { BusyButton } from "@/ui/busy-button";
import { Button, IconButton } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useQuestion } from "@/ui/use-question";
import { agoText } from "../model";
import { type Trashed, useTrash } from "./api";
import { goneText } from "./model";

const AGAIN = "That did not work. Please try again.";

/** Lists deleted memories, to be restored or removed for good. */
export function Trash() {
  const { memories, total, more, restore, purge, empty, readMore } = useTrash();
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = () => title.current?.focus();
  const { ask, dialog } = useQuestion(focusTitle);

  /** Resolves to whether it was tried; a task that resolves to false came too late. */
  async function run(what: string, task: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      if ((await task()) === false) {
        toast.error("This memory is not in the trash any more.");
        return true;
      }
    } catch (error) {
      logFailure(what, error);
      toast.error(messageOf(error, AGAIN));
      return false;
    }
    toast.success(done);
    return true;
  }

  async function onRestore(memory: Trashed) {
    // The row with the focused button has unmounted.
    if (await run("restoring a memory", () => restore(memory._id), `Restored “${nameOf(memory)}”`)) focusTitle();
  }

  function onPurge(memory: Trashed) {
    ask({
      title: "Remove this for good?",
      text: (
        <p>
          <bdi>“{nameOf(memory)}”</bdi> goes with its file, its marks and remarks. That can’t be undone.
        </p>
      ),
      yes: "Remove for good",
      run: () => run("removing a memory", () => purge(memory._id), "Removed for good"),
    });
  }

  function onEmpty() {
    ask({
      title: "Empty the trash?",
      text: (
        <p>{total === 1 ? "What is in it goes" : `All ${total} memories in it go`} for good. That can’t be undone.</p>
      ),
      yes: "Empty the trash",
      run: () => run("emptying the trash", empty, "The trash is empty"),
    });
  }

  return (
    <div>
      <h3 className="sub-h" ref={title} tabIndex={-1} id="trash">
        Trash
      </h3>
      {memories && memories.length > 0 && (
        <ul className="rows" aria-labelledby="trash">
          {memories.map((memory) => (
            <Row key={memory._id} memory={memory} onRestore={() => onRestore(memory)} onPurge={() => onPurge(memory)} />
          ))}
        </ul>
      )}
      {memories?.length === 0 && <p className="hint">The trash is empty.</p>}
      {!memories && (
        <div role="status" aria-label="Loading the trash">
          <Skeleton className="h-16" />
        </div>
      )}
      {memories && memories.length > 0 && (
        <div className="acts mt-3">
          {more && (
            <BusyButton look="secondary" onPress={() => readMore().catch(failed)}>
              Show more
            </BusyButton>
          )}
          <Button look="secondary" size="small" icon={<Trash2 className="i i-s" />} onClick={onEmpty}>
            Empty the trash
          </Button>
        </div>
      )}
      {dialog}
    </div>
  );
}

const nameOf = (memory: Trashed) => titleOf({ ...memory, link: memory.link ?? "" });

function failed(error: unknown) {
  logFailure("reading more of the trash", error);
  toast.error(AGAIN);
}

type RowProps = { memory: Trashed; onRestore: () => Promise<void>; onPurge: () => void };

function Row({ memory, onRestore, onPurge }: RowProps) {
  const { deletedAt, goneAt } = memory;
  const { Icon, label } = KINDS[memory.type];
  const title = nameOf(memory);
  const now = new Date();
  return (
    <li>
      <Icon className="i" aria-label={label} role="img" />
      <span>
        <bdi className="row-name">{title}</bdi>
        <small>
          <time dateTime={deletedAt} title={new Date(deletedAt).toLocaleString()}>
            Deleted {agoText(new Date(deletedAt), now).toLowerCase()}
          </time>
          {" · "}
          <time dateTime={goneAt}>{goneText(new Date(goneAt), now)}</time>
        </small>
      </span>
      <span className="row-acts">
        <BusyButton look="ghost" label={`Restore ${title}`} onPress={onRestore}>
          Restore
        </BusyButton>
        <IconButton
          label={`Remove ${title} for good`}
          title="Remove for good"
          icon={<Trash2 className="i" />}
          onClick={onPurge}
        />
      </span>
    </li>
  );
}
