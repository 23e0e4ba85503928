import ListFilter from "lucide-react/icons/list-filter";
import { KEY_LABELS } from "@/memory/filter/labels";
import { sentenceOf } from "@/memory/filter/sentence";
import { type Facets, keyNamed, suggest } from "@/memory/filter/suggest";
import { filterText, KEYS, type Word, wordText } from "@/memory/filter/words";
import type { Group, Row } from "./rows";

/** What is typed up to the last word, and that word, if it may be a filter. */
const LAST = /^(|.*\s)(-?([a-z]+)(:(?:"[^"]*"?|\S*))?)$/is;

/** Whether the last word names a key, whose values are to be offered. */
export function isFilterBegun(typed: string): boolean {
  const [, , , name = "", value] = LAST.exec(typed) ?? [];
  return value !== undefined && keyNamed(name) !== undefined;
}

/** What the last word may become as a filter, and the way to all memories that the filters keep. */
export function filterGroup(
  typed: string,
  facets: Facets | undefined,
  words: readonly Word[],
  onFilter: ((filter: string) => void) | undefined,
): Group {
  const [, before = "", last = "", name = "", value] = LAST.exec(typed) ?? [];
  const icon = <ListFilter className="i" />;
  const rows: Row[] = [];
  if (words.length > 0 && onFilter && !(value === ":")) {
    const { which, what } = sentenceOf(words, 2);
    const label = (
      <>
        Show {what.replace(/^2 /, "")} <bdi>{which}</bdi>
      </>
    );
    rows.push({ id: "filter-show", icon, label, run: () => onFilter(filterText(words)) });
  }
  const fill = (id: string, label: string, text: string, count?: number) =>
    rows.push({
      id: `filter-${id}`,
      icon,
      label,
      ...(count !== undefined && { side: String(count) }),
      fill: before + text,
      run: () => {},
    });
  if (isFilterBegun(typed)) {
    const others = words.filter((word) => !last.endsWith(wordText(word)));
    for (const [index, one] of suggest(last, facets, others, new Date()).slice(0, 6).entries()) {
      if ("word" in one && wordText(one.word) !== last)
        fill(String(index), `${KEY_LABELS[one.key]}: ${one.label}`, `${wordText(one.word)} `, one.count);
    }
  } else if (name.length > 1) {
    for (const key of KEYS)
      if (key.startsWith(name.toLowerCase())) fill(key, `${KEY_LABELS[key]}…`, `${last.slice(0, -name.length)}${key}:`);
  }
  return { title: "Filters", rows };
}
