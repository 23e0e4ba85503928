import Archive from "lucide-react/icons/archive";
import ArchiveRestore from "lucide-react/icons/archive-restore";
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
import { archive, markUnread, star } from "./acts";

/** The buttons that star and archive an opened memory, and their keys. It is read from now on. */
export function OpenedActs({ memory }: { memory: Memory }) {
  const { starred = false, archived = false } = memory;
  useOpening(memory);
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

/** Tells the server that the memory was opened. */
function useOpening(memory: Memory) {
  const id = memory._id;
  const opening = useEffectEvent(() => {
    const of = { params: { path: { id } } };
    unwrap(client.POST("/api/v1/content/{id}/opened", of)).catch(unlessGone("noting that a memory was opened"));
    if (!isUnread(memory)) return;
    // It is begun. The reader keeps how far.
    tellChanged([{ ...memory, progress: 0 }]);
    const begun = client.PUT("/api/v1/content/{id}/progress", { ...of, body: { leaf: 0, share: 0 } });
    unwrap(begun).catch(unlessGone("marking a memory as read"));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each memory.
  useEffect(() => opening(), [id]);
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
