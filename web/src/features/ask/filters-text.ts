import { CATEGORIES, type Category, type Found } from "./model";

type Filters = NonNullable<Found["filters"]>;

/**
 * Where an answer was looked for, when that was chosen or the words of its question narrowed it: "Looked in: Documents ·
 * saved in March". The words of the kind stand before those of the time.
 */
export function lookedText(filters: Filters | undefined, chosen: Category): string | undefined {
  if (!filters && chosen === "all-memories") return;
  const { type, words } = filters ?? { words: [] };
  const kind = CATEGORIES.find(({ value }) => value === (type ?? chosen))?.label;
  const time = words[type ? 1 : 0];
  return `Looked in: ${[kind, time && savedText(time)].filter(Boolean).join(" · ")}`;
}

/** "in 2024" of "In 2024", "last week" of "from last week", "in June" of "from June". */
function savedText(time: string): string {
  const words = time.charAt(0).toLowerCase() + time.slice(1);
  const from = /^from (?=last |this |.* ago$)/;
  return `saved ${from.test(words) ? words.replace(from, "") : words.replace(/^from (?!.* (?:to|till|until) )/, "in ")}`;
}
