import { type ComponentType, lazy } from "react";
import type { ShelfParts } from "@/features/memories";
import { paths } from "./paths";

/** A part of the page that is there a moment later, or not at all where it can't be loaded. */
function part<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error) => {
      console.error("loading a part of the shelf failed", error);
      return { default: () => null };
    }),
  );
}

/** What fills the slots of the shelf. */
export const shelfParts: ShelfParts = {
  Bar: part(() => import("@/features/library/bar")),
  Found: part(() => import("@/features/library/found")),
  Bulk: part(() => import("@/features/library/bulk")),
  importPath: paths.import,
};
