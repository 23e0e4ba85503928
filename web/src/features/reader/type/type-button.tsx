import ALargeSmall from "lucide-react/icons/a-large-small";
import { lazy, Suspense, useRef, useState } from "react";
import { Boundary } from "@/ui/boundary";
import type { Theme } from "../slots";

// Few change it, and those once.
const TypePanel = lazy(() => import("./type-panel"));

/** Opens the choice of how the text is set. */
export function TypeButton({ theme }: { theme: Theme | undefined }) {
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-ghost btn-icon"
        aria-label="Text size and spacing"
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        onClick={() => setOpen(!open)}
      >
        <ALargeSmall className="i" />
      </button>
      {open !== undefined && (
        <Boundary name="the settings of type" of={undefined} fallback={null}>
          <Suspense fallback={null}>
            <TypePanel open={open} onOpen={setOpen} button={button} theme={theme} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
