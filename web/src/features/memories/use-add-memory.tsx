import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { afterwards } from "@/lib/afterwards";
import { endOpening } from "@/lib/opening";
import { preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import { toast } from "@/ui/toast";
import { Upgrading } from "@/ui/upgrading";
import type { AddKind, Incoming } from "./add/kinds";
import type { LoadEditor } from "./add/note-field";
import { canAddMemory } from "./api";

const loadPanel = () => import("./add/add-panel");
const AddPanel = lazy(loadPanel);

// It arrives after the page, which is whole without it.
const DropAndPaste = lazy(() => import("./add/drop-and-paste").catch(() => ({ default: () => null })));

/** What opening takes. */
const load = () => Promise.all([loadPanel(), preloadDialog()]);

/**
 * The Add Memory panel and the way to open it. It opens when the allowance check passes, or when the check itself
 * fails; otherwise a toast says why it does not. Files dropped and an address pasted on the page open it as well. `onShow`
 * opens a memory that holds already what was to be saved. `loadEditor` loads what a note is written in.
 */
export function useAddMemory(
  premium: boolean,
  onShow: (id: string) => void,
  loadEditor?: LoadEditor,
): { open: (kind?: AddKind) => void; panel: ReactNode } {
  // Openings are counted, so that a save which ends late closes none but the one it was made in.
  const [openings, setOpenings] = useState(0);
  const [closed, setClosed] = useState(0);
  const [kind, setKind] = useState<AddKind>("link");
  const [incoming, setIncoming] = useState<Incoming>();
  const asking = useRef(false);
  const isOpen = openings > closed;

  // It is there, then, also when the server is not.
  useEffect(() => afterwards(() => load().catch(() => {})), []);

  const openWith = useCallback(
    (requested: AddKind, incoming?: Incoming) => {
      if (asking.current) return;
      asking.current = true;
      // Panel and dialog arrive while the server is asked.
      openLate(
        () => Promise.all([canAddMemory(), load()]),
        ([can]) => {
          if (!can) {
            endOpening();
            toast.error("Max memory count reached", {
              description: !premium && <Upgrading>Upgrade to Pro</Upgrading>,
            });
            return;
          }
          setKind(requested);
          setIncoming(incoming);
          setOpenings((count) => count + 1);
        },
        "Add Memory did not open. Please try again.",
      ).finally(() => {
        asking.current = false;
      });
    },
    [premium],
  );
  const open = useCallback((requested: AddKind = "link") => openWith(requested), [openWith]);

  const bring = (incoming: Incoming) => {
    const requested = incoming.files ? "document" : "link";
    if (!isOpen) return openWith(requested, incoming);
    setKind(requested);
    setIncoming(incoming);
  };

  const close = useCallback((opening: number) => setClosed((last) => Math.max(last, opening)), []);

  // Once opened it stays in the tree: what was typed outlives a closing by mistake.
  const panel = (
    <>
      {openings > 0 && (
        <Suspense fallback={null}>
          <AddPanel
            opening={isOpen ? openings : 0}
            incoming={incoming}
            kind={kind}
            onKind={setKind}
            onClose={close}
            onShow={onShow}
            premium={premium}
            loadEditor={loadEditor}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <DropAndPaste open={isOpen} onIncoming={bring} />
      </Suspense>
    </>
  );
  return { open, panel };
}
