import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Focus from "lucide-react/icons/focus";
import Pencil from "lucide-react/icons/pencil";
import Printer from "lucide-react/icons/printer";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import Volume2 from "lucide-react/icons/volume-2";
import type { ReactNode } from "react";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import { KindIcon } from "@/memory/kind-icon";
import { KINDS, type Memory } from "@/memory/kinds";
import { canFetchAgain } from "@/memory/memory";
import { linkAt } from "@/memory/place";
import { KeyHint } from "@/ui/keys";
import { Menu, MenuItem } from "@/ui/menu";
import { copyMarkdown } from "./copy-markdown";

type Props = {
  memory: Memory;
  /** The page at which a document's file opens. Undefined for its beginning. */
  page: number | undefined;
  onRefresh: () => void;
  onDelete: () => void;
  /** A button before the others. */
  first: ReactNode;
  /** Entries of the menu. */
  entries: ReactNode;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onFocus: () => void;
  /** Undefined where it can't be renamed. */
  onRename: (() => void) | undefined;
  /** Undefined where nothing can be read aloud. */
  onListen: (() => void) | undefined;
};

/** What a memory is and where it is from, and what can be done with it. */
export function Tools(props: Props) {
  const { memory, page, onRefresh, onDelete, first, entries, onPrevious, onNext, onFocus, onRename, onListen } = props;
  const { type, link } = memory;
  const { label, short, own } = KINDS[type];
  const host = own ? "" : hostName(link);
  const href = safeLink(linkAt(memory, page));
  const opensAt = type === "document" && page !== undefined;
  const title = opensAt ? `${short}, page ${page}` : short;
  return (
    <div className="piece-top">
      <p className="kind">
        <KindIcon kind={type} className="i i-s" />
        <span dir="auto">{host || label}</span>
      </p>
      {first}
      {href && (
        <a className="btn btn-ghost btn-icon" href={href} target="_blank" rel="noreferrer" title={title}>
          <ArrowUpRight className="i" />
          <span className="vh">{title}, opens in a new tab</span>
        </a>
      )}
      <Menu
        triggerLabel="More"
        triggerClassName="btn btn-ghost btn-icon"
        trigger={<Ellipsis className="i" />}
        label="More"
      >
        {onPrevious && (
          <MenuItem icon={<ChevronUp className="i" />} mark={<KeyHint keys="k" />} onClick={onPrevious}>
            Previous memory
          </MenuItem>
        )}
        {onNext && (
          <MenuItem icon={<ChevronDown className="i" />} mark={<KeyHint keys="j" />} onClick={onNext}>
            Next memory
          </MenuItem>
        )}
        {(onPrevious || onNext) && <hr />}
        <MenuItem icon={<Focus className="i" />} mark={<KeyHint keys="f" />} onClick={onFocus}>
          Focus on the text
        </MenuItem>
        {onRename && (
          <MenuItem icon={<Pencil className="i" />} mark={<KeyHint keys="shift+e" />} onClick={onRename}>
            Rename
          </MenuItem>
        )}
        {entries}
        {onListen && (
          <MenuItem icon={<Volume2 className="i" />} mark={<KeyHint keys="r" />} onClick={onListen}>
            Read aloud
          </MenuItem>
        )}
        <MenuItem icon={<Copy className="i" />} onClick={() => void copyMarkdown(memory._id)}>
          Copy as Markdown
        </MenuItem>
        <MenuItem icon={<Printer className="i" />} onClick={() => window.print()}>
          Print
        </MenuItem>
        <hr />
        {canFetchAgain(memory) && (
          <MenuItem icon={<RotateCw className="i" />} onClick={onRefresh}>
            Fetch again
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 className="i" />} onClick={onDelete}>
          Delete memory
        </MenuItem>
      </Menu>
    </div>
  );
}
