import Archive from "lucide-react/icons/archive";
import ArchiveRestore from "lucide-react/icons/archive-restore";
import BookCheck from "lucide-react/icons/book-check";
import BookOpen from "lucide-react/icons/book-open";
import Star from "lucide-react/icons/star";
import { useEffect, useEffectEvent } from "react";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import { pageKeyOf } from "@/lib/hotkeys";
import { tellChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import { isUnread } from "@/memory/memory";
import { askForTags } from "@/memory/tags/asked";
import { IconButton } from "@/ui/button";
import { KeyHint } from "@/ui/keys";
import { MenuItem } from "@/ui/menu";
import { archive, markUnread, star } from "./acts";

type Props = {
  memory: Memory;
  /** How far it was read, as the server has it on this opening; undefined until that is known. */
  kept: { leaf: number; share: number } | undefined;
};

/** The buttons that star and archive an opened memory, and their keys. It is read from now on. */
export function OpenedActs({ memory, kept }: Props) {
  const { starred = false, archived = false } = memory;
  useOpening(memory, kept);
  useKeys(memory);
  return (
    <>
      <IconButton
        label="Star"
        title={starred ? "Take the star away" : "Star"}
        aria-pressed={starred}
        icon={<Star className="i star-mark" />}
        onClick={() => star(memory)}
      />
      <IconButton
        label={archived ? "Take out of the archive" : "Archive"}
        title={archived ? "Back into the list" : "Archive"}
        icon={archived ? <ArchiveRestore className="i" /> : <Archive className="i" />}
        onClick={() => archive(memory)}
      />
    </>
  );
}

/** The entry of its menu that marks it as unread, or as read: a note is neither. */
export function OpenedEntries({ memory }: { memory: Memory }) {
  if (memory.type === "note" || memory.status !== "ready") return null;
  const unread = isUnread(memory);
  return (
    <MenuItem
      icon={unread ? <BookCheck className="i" /> : <BookOpen className="i" />}
      mark={<KeyHint keys="u" />}
      onClick={() => markUnread(memory, !unread)}
    >
      {unread ? "Mark as read" : "Mark as unread"}
    </MenuItem>
  );
}

/** Tells the server that the memory was opened. */
function useOpening(memory: Memory, kept: Props["kept"]) {
  const id = memory._id;
  useEffect(() => {
    const opened = client.POST("/api/v1/content/{id}/opened", { params: { path: { id } } });
    unwrap(opened).catch(unlessGone("noting that a memory was opened"));
  }, [id]);
  const begin = useEffectEvent(() => {
    if (!kept || !isUnread(memory)) return;
    // It is begun. The reader keeps how far.
    tellChanged([{ ...memory, progress: kept.share, readTo: kept.leaf }]);
    // The list may not know yet that it was read on another device, whose place stays.
    if (kept.share > 0) return;
    const begun = client.PUT("/api/v1/content/{id}/progress", {
      params: { path: { id } },
      body: { leaf: 0, share: 0 },
    });
    unwrap(begun).catch(unlessGone("marking a memory as read"));
  });
  const isKnown = kept !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each memory.
  useEffect(() => begin(), [id, isKnown]);
}

const unlessGone = (what: string) => (error: unknown) => {
  if (statusOf(error) !== 404) logFailure(what, error);
};

function useKeys(memory: Memory) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    switch (pageKeyOf(event)) {
      case "s":
        star(memory);
        break;
      case "e":
        archive(memory);
        break;
      case "u":
        if (memory.type !== "note") markUnread(memory, !isUnread(memory));
        break;
      case "#":
        askForTags(memory);
        break;
      default:
        return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    // Before the keys of the page, some of which are the same.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
