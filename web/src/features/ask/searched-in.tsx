import { CATEGORIES, type Category, type Found } from "./model";

type Props = {
  filters: Found["filters"];
  chosen: Category;
  /** One memory alone was asked. */
  alone: boolean;
};

/** Says above an answer what the search was limited to, if anything. */
export function SearchedIn({ filters, chosen, alone }: Props) {
  const place = alone ? "this memory alone" : lookedIn(filters, chosen);
  if (!place) return null;
  return (
    <p className="ask-filters" dir="auto">
      Looked in: {place}
    </p>
  );
}

/** "Documents · saved in March", where that was chosen or the words of the question say it. */
function lookedIn(filters: Props["filters"], chosen: Category): string | undefined {
  if (!filters && chosen === "all-memories") return;
  const kind = CATEGORIES.find(({ value }) => value === (filters?.type ?? chosen))?.label;
  return [kind, filters?.saved && `saved ${filters.saved}`, filters?.filter].filter(Boolean).join(" · ");
}
