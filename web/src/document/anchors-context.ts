import { createContext, use } from "react";
import type { Anchored } from "./anchors";

type Anchors = {
  anchors: ReadonlyMap<string, Anchored>;
  /** Brings a leaf into view, and the focus to it. */
  goTo: (leaf: number) => void;
};

/** It must keep its identity while the document stays the same. */
export const AnchorsContext = createContext<Anchors>({ anchors: new Map(), goTo: () => {} });

export const useAnchors = () => use(AnchorsContext);
