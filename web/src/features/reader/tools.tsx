import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import Ellipsis from "lucide-react/icons/ellipsis";
import Printer from "lucide-react/icons/printer";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import { KindIcon } from "@/memory/kind-icon";
import { KINDS, type Memory } from "@/memory/kinds";
import { canFetchAgain } from "@/memory/memory";
import { linkAt } from "@/memory/place";
import { Menu, MenuItem } from "@/ui/menu";

type Props = {
  memory: Memory;
  /** The page at which a document's file opens. Undefined for its beginning. */
  page: number | undefined;
  onRefresh: () => void;
  onDelete: () => void;
  /** Buttons before the others, and entries before those of the menu. */
  first?: ReactNode;
  entries?: ReactNode;
};

/** What a memory is and where it is from, and what can be done with it. */
export function Tools({ memory, page, onRefresh, onDelete, first, entries }: Props) {
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
        {entries}
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
