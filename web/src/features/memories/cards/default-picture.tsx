import type { CSSProperties } from "react";
import { classNames } from "@/lib/class-names";
import type { Memory } from "@/memory/kinds";
import arcs from "./default-picture-arcs.svg";
import beams from "./default-picture-beams.svg";
import dots from "./default-picture-dots.svg";
import hills from "./default-picture-hills.svg";
import leaves from "./default-picture-leaves.svg";
import rings from "./default-picture-rings.svg";
import { plateOf } from "./plate";

const DRAWINGS = [arcs, beams, dots, hills, leaves, rings];

/** Of a page without a picture: its site's letter on its site's tint and drawing. */
export function DefaultPicture({ memory, className }: { memory: Memory; className?: string }) {
  const { initial, hue, look } = plateOf(memory);
  return (
    <div className={classNames("plate", className)} style={{ "--hue": hue } as CSSProperties}>
      <img src={DRAWINGS[look]} alt="" decoding="async" />
      {/* Drawn by CSS, so that it is not searched, copied or read aloud. */}
      <span aria-hidden="true" data-initial={initial} />
    </div>
  );
}
