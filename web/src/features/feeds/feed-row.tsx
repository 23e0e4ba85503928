import CircleAlert from "lucide-react/icons/circle-alert";
import Pause from "lucide-react/icons/pause";
import Rss from "lucide-react/icons/rss";
import { type FormEvent, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { attempt } from "@/forms/attempt";
import { hostName } from "@/lib/host-name";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { useQuestion } from "@/ui/use-question";
import type { useFeeds } from "./api";
import { checkedText, checkWords, type Feed, itemsText, memoriesText } from "./model";

type Acts = Pick<ReturnType<typeof useFeeds>, "change" | "check" | "unfollow">;

type Props = {
  feed: Feed;
  acts: Acts;
  listPath: string;
  /** Called when it is no longer followed, and its row is gone with the focus. */
  onGone: () => void;
};

/** A feed: its state, and what can be done about it. */
export function FeedRow({ feed, acts, listPath, onGone }: Props) {
  const { id, title, url, site, status, message, items } = feed;
  const [renaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const name = title || hostName(url);
  const { ask, dialog } = useUnfollow(feed, name, acts, onGone);

  const onCheck = async () =>
    void (await attempt("checking a feed", async () => {
      const { good, text } = checkWords(feed, await acts.check(id), new Date());
      (good ? toast : toast.error)(text);
    }));

  async function onKeep(): Promise<void> {
    if (await attempt("leaving a feed", () => acts.unfollow(id, "keep"))) onGone();
  }

  const onPause = async () =>
    void (await attempt("pausing a feed", () => acts.change(id, { paused: status !== "paused" })));

  async function onRename(to: string): Promise<void> {
    if (to === name || (await attempt("renaming a feed", () => acts.change(id, { title: to })))) leaveName();
  }

  function leaveName() {
    setRenaming(false);
    setTimeout(() => rename.current?.focus());
  }

  return (
    <li aria-label={name}>
      <span className={status === "failing" ? "set-mark set-mark-bad" : "set-mark"}>
        {status === "paused" ? <Pause className="i" /> : <Rss className="i" />}
      </span>
      <div className="set-words feed-words">
        {renaming ? <Rename name={name} onRename={onRename} onCancel={leaveName} /> : <b dir="auto">{name}</b>}
        <small>
          <bdi>{hostName(site || url)}</bdi> · {checkedText(feed, new Date())}
        </small>
        <small>
          {items > 0 ? (
            <Link className="link" to={listPath}>
              {itemsText(feed)}
            </Link>
          ) : (
            itemsText(feed)
          )}
        </small>
        {message && (
          <small className={status === "failing" ? "feed-message bad" : "feed-message"}>
            {status === "failing" && <CircleAlert className="i i-s" />}
            {message}
          </small>
        )}
      </div>
      {status === "leaving" ? (
        <div className="set-acts">
          <BusyButton look="ghost" label={`Keep the rest of ${name}`} onPress={onKeep}>
            Keep the rest
          </BusyButton>
        </div>
      ) : (
        <div className="set-acts">
          {status !== "paused" && (
            <BusyButton look="ghost" label={`Check ${name} now`} onPress={onCheck}>
              Check now
            </BusyButton>
          )}
          <BusyButton look="ghost" label={`${status === "paused" ? "Resume" : "Pause"} ${name}`} onPress={onPause}>
            {status === "paused" ? "Resume" : "Pause"}
          </BusyButton>
          <Button
            ref={rename}
            look="ghost"
            size="small"
            aria-label={`Rename ${name}`}
            onClick={() => setRenaming(true)}
          >
            Rename
          </Button>
          <Button look="ghost" size="small" aria-label={`Unfollow ${name}`} onClick={ask}>
            Unfollow
          </Button>
        </div>
      )}
      {dialog}
    </li>
  );
}

/** Asks what becomes of a feed's memories before it is left. */
function useUnfollow({ id, items }: Feed, name: string, { unfollow }: Acts, onGone: () => void) {
  const { ask, dialog } = useQuestion(onGone);
  const chosen = useRef<"keep" | "delete">("keep");
  return {
    dialog,
    ask: () => {
      chosen.current = "keep";
      ask({
        title: "Unfollow this feed?",
        text: <Choice name={name} items={items} onChoose={(memories) => (chosen.current = memories)} />,
        yes: "Unfollow",
        run: () => attempt("leaving a feed", () => unfollow(id, chosen.current)),
      });
    },
  };
}

type ChoiceProps = { name: string; items: number; onChoose: (memories: "keep" | "delete") => void };

function Choice({ name, items, onChoose }: ChoiceProps) {
  const group = useId();
  return (
    <>
      <p>
        Nothing new comes from <bdi>“{name}”</bdi> any more.
      </p>
      {items > 0 && (
        <fieldset className="feed-choice">
          <legend>What becomes of {memoriesText(items)} from it?</legend>
          {(["keep", "delete"] as const).map((memories) => (
            <label key={memories}>
              <input
                type="radio"
                name={group}
                value={memories}
                defaultChecked={memories === "keep"}
                onChange={() => onChoose(memories)}
              />
              {memories === "keep" ? "They stay" : "They go to the trash, also those that you starred or marked"}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

type RenameProps = { name: string; onRename: (to: string) => Promise<void>; onCancel: () => void };

function Rename({ name, onRename, onCancel }: RenameProps) {
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (busy || typed.trim() === "") return;
    setBusy(true);
    await onRename(typed.trim());
    setBusy(false);
  }
  return (
    <form
      className="feed-rename"
      onSubmit={(event) => void onSubmit(event)}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
    >
      <input
        className="input"
        aria-label={`New name of ${name}`}
        value={typed}
        maxLength={200}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed leads here.
        autoFocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="small" busy={busy}>
        Rename
      </Button>
      <Button look="ghost" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
