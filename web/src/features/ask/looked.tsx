import { lookedText } from "./filters-text";
import type { Category, Found } from "./model";

/** Over an answer: where it was looked for, if not everywhere. */
export function Looked({ filters, chosen }: { filters: Found["filters"]; chosen: Category }) {
  const text = lookedText(filters, chosen);
  if (!text) return null;
  return (
    <p className="ask-filters" dir="auto">
      {text}
    </p>
  );
}
