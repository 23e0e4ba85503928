import Archive from "lucide-react/icons/archive";
import ArchiveRestore from "lucide-react/icons/archive-restore";
import BookCheck from "lucide-react/icons/book-check";
import BookOpen from "lucide-react/icons/book-open";
import CircleCheck from "lucide-react/icons/circle-check";
import RotateCw from "lucide-react/icons/rotate-cw";
import Star from "lucide-react/icons/star";
import Tag from "lucide-react/icons/tag";
import type { ReactNode } from "react";
import type { Memory } from "@/memory/kinds";
import { canFetchAgain, canRetry, isUnread, titleOf } from "@/memory/memory";
import { Dialog } from "@/ui/dialog";
import type { Act } from "../use-card-keys";
import "./acts-sheet.css";

type Props = {
  memory: Memory;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onChoose: (action: Parameters<Act>[0]) => void;
};

/** What can be done with a card, in reach of a thumb. */
export default function ActsSheet({ memory, open, onClose, onClosed, onChoose }: Props) {
  const { starred, archived, type, status } = memory;
  const unread = isUnread(memory);
  const item = (action: Parameters<Act>[0], icon: ReactNode, words: string) => (
    <li>
      <button type="button" className="item" onClick={() => onChoose(action)}>
        {icon}
        {words}
      </button>
    </li>
  );
  return (
    <Dialog open={open} onClose={onClose} onClosed={onClosed} title={titleOf(memory)}>
      <ul className="dialog-body acts-sheet">
        {item("star", <Star className="i" />, starred ? "Take the star away" : "Star")}
        {item(
          "archive",
          archived ? <ArchiveRestore className="i" /> : <Archive className="i" />,
          archived ? "Back into the list" : "Archive",
        )}
        {type !== "note" &&
          status === "ready" &&
          item(
            "unread",
            unread ? <BookCheck className="i" /> : <BookOpen className="i" />,
            unread ? "Mark as read" : "Mark as unread",
          )}
        {item("tag", <Tag className="i" />, "Tags")}
        {(canFetchAgain(memory) || canRetry(memory)) && item("refresh", <RotateCw className="i" />, "Fetch again")}
        {item("select", <CircleCheck className="i" />, "Select")}
      </ul>
    </Dialog>
  );
}
