import type { ComponentType } from "react";
import type { Kind } from "@/memory/kinds";
import type { Query } from "./query";
import type { Selecting } from "./selection/use-selection";

/** The slots of the shelf, which the app fills: a feature imports no other. */
export type ShelfParts = {
  /** The row under the tabs that narrows and sorts what is listed. */
  Bar: ComponentType<BarProps>;
  /** The line above the cards that says what is listed. */
  Found: ComponentType<FoundProps>;
  /** What can be done with the selected cards. */
  Bulk: ComponentType<BulkProps>;
  /** The address at which what other programs saved is brought in. */
  importPath: string;
};

type BarProps = {
  query: Query;
  onQuery: (query: Query) => void;
  /** The kind of the chosen tab, if it is of one. */
  kind: Kind | undefined;
  selecting: boolean;
  onSelecting: (on: boolean) => void;
};

type FoundProps = {
  query: Query;
  onQuery: (query: Query) => void;
  kind: Kind | undefined;
  /** How many there are; undefined until it is known. */
  count: number | undefined;
};

type BulkProps = {
  selecting: Selecting;
  /** How many are listed, loaded or not. */
  count: number;
  /** What lists them. */
  query: Query;
  /** Deletes a single memory. */
  onDelete: (id: string) => void;
};
