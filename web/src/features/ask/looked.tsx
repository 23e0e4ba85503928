import { lookedText } from "./filters-text";
import type { Category, Found } from "./model";

type Props = {
  filters: Found["filters"];
  chosen: Category;
  /** One memory alone was asked. */
  alone: boolean;
};

/** Over an answer: where it was looked for, if not everywhere. */
export function Looked({ filters, chosen, alone }: Props) {
  const text = alone ? "Looked in: this memory alone" : lookedText(filters, chosen);
  if (!text) return null;
  return (
    <p className="ask-filters" dir="auto">
      {text}
    </p>
  );
}
