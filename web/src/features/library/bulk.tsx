import Archive from "lucide-react/icons/archive";
import ArchiveRestore from "lucide-react/icons/archive-restore";
import BookCheck from "lucide-react/icons/book-check";
import BookOpen from "lucide-react/icons/book-open";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import ListChecks from "lucide-react/icons/list-checks";
import RotateCw from "lucide-react/icons/rotate-cw";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { grouped } from "@/lib/grouped";
import type { Memory } from "@/memory/kinds";
import { isUnread } from "@/memory/memory";
import { preloadDialog } from "@/ui/dialog";
import { Menu, MenuItem } from "@/ui/menu";
import { openLate } from "@/ui/open-late";
import type { Target } from "./bulk-calls";
import { BulkTags } from "./bulk-tags";
import { useBulk } from "./use-bulk";
import "./library.css";

type Props = {
  selecting: {
    all: boolean;
    chosen: readonly Memory[];
    selectAll: () => void;
    end: () => void;
  };
  /** How many are listed, loaded or not. */
  count: number;
  query: { filter: string; sort: "saved" | "published" | "opened" | "title" };
  onDelete: (id: string) => void;
};

/** The bar of the selected cards: how many they are, and what can be done with them. */
export default function Bulk({ selecting, count, query, onDelete }: Props) {
  const { all, chosen, selectAll, end } = selecting;
  const size = all ? count : chosen.length;
  const target: Target = all ? { query } : { ids: chosen.map(({ _id }) => _id) };
  const { busy, run, save } = useBulk(target, chosen, size);
  const [tagging, setTagging] = useState(false);
  const starred = chosen.length > 0 && chosen.every((memory) => memory.starred);
  const archived = chosen.length > 0 && chosen.every((memory) => memory.archived);
  const unread = chosen.some(isUnread);
  const none = size === 0;
  const act = (action: Parameters<typeof run>[0]) => () => void run(action);
  const erase = async () => {
    const [only] = chosen;
    // One alone is deleted as from its card.
    if (!all && only && chosen.length === 1) onDelete(only._id);
    else if (!(await run("delete"))) return;
    end();
  };
  const label = none ? "Select memories" : `${grouped(size)} selected`;
  return (
    <div className="bulk" role="toolbar" aria-label={label} aria-busy={busy !== undefined}>
      <b className="num" role="status">
        {busy ?? label}
      </b>
      {!all && count > chosen.length && (
        <button type="button" className="link bulk-all" onClick={selectAll}>
          Select all {grouped(count)}
        </button>
      )}
      <hr />
      <Act icon={<Tag className="i" />} label="Tag" off={none} onClick={() => openTags(() => setTagging(true))} />
      <Act
        icon={<Star className="i" />}
        label={starred ? "Unstar" : "Star"}
        off={none}
        onClick={act(starred ? "unstar" : "star")}
      />
      <Act
        icon={archived ? <ArchiveRestore className="i" /> : <Archive className="i" />}
        label={archived ? "Unarchive" : "Archive"}
        off={none}
        onClick={act(archived ? "unarchive" : "archive")}
      />
      <Act
        icon={unread || all ? <BookCheck className="i" /> : <BookOpen className="i" />}
        label={unread || all ? "Mark read" : "Mark unread"}
        off={none}
        onClick={act(unread || all ? "read" : "unread")}
      />
      {!none && (
        <Menu
          triggerLabel="More"
          triggerClassName="btn btn-ghost btn-icon"
          trigger={<Ellipsis className="i" />}
          label="More"
        >
          {!all && count > chosen.length && (
            <MenuItem icon={<ListChecks className="i" />} onClick={selectAll}>
              Select all {grouped(count)}
            </MenuItem>
          )}
          {(unread || all) && (
            <MenuItem icon={<BookOpen className="i" />} onClick={act("unread")}>
              Mark as unread
            </MenuItem>
          )}
          <MenuItem icon={<RotateCw className="i" />} onClick={act("refresh")}>
            Fetch again
          </MenuItem>
          <MenuItem icon={<Download className="i" />} onClick={() => void save("markdown")}>
            Export as Markdown
          </MenuItem>
          <MenuItem icon={<Download className="i" />} onClick={() => void save("json")}>
            Export as JSON
          </MenuItem>
        </Menu>
      )}
      <hr />
      <Act
        icon={<Trash2 className="i" />}
        label="Delete"
        off={none}
        className="bulk-bad"
        onClick={() => void erase()}
      />
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Stop selecting" onClick={end}>
        <X className="i" />
      </button>
      <BulkTags open={tagging} onClose={() => setTagging(false)} memories={chosen} count={size} run={run} />
    </div>
  );
}

const openTags = (open: () => void) => void openLate(preloadDialog, open, "That did not open. Please try again.");

type ActProps = { icon: ReactNode; label: string; off: boolean; className?: string; onClick: () => void };

function Act({ icon, label, off, className = "", onClick }: ActProps) {
  return (
    <button type="button" className={`btn btn-ghost ${className}`} disabled={off} title={label} onClick={onClick}>
      {icon}
      <span className="bulk-label">{label}</span>
    </button>
  );
}
