import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";
import type { Anchored } from "./anchors";
import { useAnchors } from "./anchors-context";
import { DocumentView } from "./document-view";

type Props = {
  open: boolean;
  onOpen: (open: boolean) => void;
  sign: RefObject<HTMLElement | null>;
  goal: Anchored;
  title: string;
};

/** A note, shown beside its sign. */
export default function NotePopover({ open, onOpen, sign, goal, title }: Props) {
  const { goTo } = useAnchors();
  const toIt = () => {
    onOpen(false);
    goTo(goal.leaf);
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Portal>
        <Popover.Positioner anchor={sign} sideOffset={8} collisionPadding={12} className="pop-place">
          <Popover.Popup className="pop note-pop" finalFocus={sign}>
            <Popover.Title className="vh">{title}</Popover.Title>
            <div className="prose">
              <DocumentView blocks={goal.blocks} />
            </div>
            <button type="button" className="link note-there" onClick={toIt}>
              Show it at the end
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
