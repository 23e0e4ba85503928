import Archive from "lucide-react/icons/archive";
import ArchiveRestore from "lucide-react/icons/archive-restore";
import Ellipsis from "lucide-react/icons/ellipsis";
import RotateCw from "lucide-react/icons/rotate-cw";
import Star from "lucide-react/icons/star";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { classNames } from "@/lib/class-names";

export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Tool className="erase" label={`Delete ${name}`} title="Delete" onClick={onDelete}>
      <Trash2 className="i i-s" />
    </Tool>
  );
}

export function RefreshButton({ name, onRefresh }: { name: string; onRefresh: () => void }) {
  return (
    <Tool className="tool-refresh" label={`Fetch ${name} again`} title="Fetch again" onClick={onRefresh}>
      <RotateCw className="i i-s" />
    </Tool>
  );
}

export function StarButton({ name, starred, onStar }: { name: string; starred: boolean; onStar: () => void }) {
  const title = starred ? "Take the star away" : "Star";
  return (
    <Tool className="tool-more" label={`Star ${name}`} title={title} pressed={starred} onClick={onStar}>
      <Star className="i i-s" />
    </Tool>
  );
}

export function ArchiveButton({
  name,
  archived,
  onArchive,
}: {
  name: string;
  archived: boolean;
  onArchive: () => void;
}) {
  const title = archived ? "Back into the list" : "Archive";
  return (
    <Tool
      className="tool-more"
      label={archived ? `Take ${name} out of the archive` : `Archive ${name}`}
      title={title}
      onClick={onArchive}
    >
      {archived ? <ArchiveRestore className="i i-s" /> : <Archive className="i i-s" />}
    </Tool>
  );
}

/** For a thumb, which has no pointer to hold over the card: opens all else that can be done with it. */
export function MoreButton({ name, onMore }: { name: string; onMore: () => void }) {
  return (
    <Tool className="tool-thumb" label={`More for ${name}`} title="More" opens="dialog" onClick={onMore}>
      <Ellipsis className="i i-s" />
    </Tool>
  );
}

type Props = {
  className: string;
  label: string;
  title: string;
  pressed?: boolean;
  opens?: "dialog";
  onClick: () => void;
  children: ReactNode;
};

function Tool({ className, label, title, pressed, opens, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={classNames("tool", className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-haspopup={opens}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
