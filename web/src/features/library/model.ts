import type { Kind } from "@/memory/kinds";

type Sort = "saved" | "published" | "opened" | "title";

type Query = { filter: string; sort: Sort };

/** The orders of a list. */
export const SORTS: readonly { value: Sort; label: string }[] = [
  { value: "saved", label: "Newest first" },
  { value: "published", label: "Published last" },
  { value: "opened", label: "Opened last" },
  { value: "title", label: "By title" },
];

export type BarProps = {
  query: Query;
  onQuery: (query: Query) => void;
  /** The kind of the chosen tab, if it is of one. */
  kind: Kind | undefined;
  selecting: boolean;
  onSelecting: (on: boolean) => void;
};
