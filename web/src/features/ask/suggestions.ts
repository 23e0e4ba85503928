/** Questions that a person could ask of what is there. Pure: no network, no React. */

import type { Memory } from "@/memory/kinds";

/** Enough to find one of each kind, among the newest. */
const NEWEST = 200;
const LONGEST = 64;

/** Up to three: about the newest page, document and note of which one can be asked. */
export function suggestions(memories: readonly Memory[]): string[] {
  const questions = new Map<Memory["type"], string>();
  for (const memory of memories.slice(0, NEWEST)) {
    const { type, status } = memory;
    if (!(type in TOPICS) || questions.has(type) || status !== "ready") continue;
    const question = fromSentences(memory) ?? fromTitle(memory);
    if (question && question.length <= LONGEST) questions.set(type, question);
  }
  return [...questions.values()];
}

/** What a sentence begins with: a thing of the reader's own, or one that is spoken of. */
const THING = "((?:the|my|our) [\\p{L}\\d][\\p{L}\\d'’ -]{1,32}?)";
const DAY =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|\\d{4}|\\d{1,2}[:.]\\d{2}|\\d{1,2} ?[ap]m)";

/** The first that fits makes the question of a sentence. */
const RULES: readonly [RegExp, (thing: string, word: string) => string][] = [
  [
    rule(`^${THING} (begin|start|end|open|close|expire|leave|arrive|depart|meet|run out)s?\\b.*\\b${DAY}\\b`),
    (thing, verb) => `When does ${thing} ${verb}?`,
  ],
  [rule(`^${THING} (?:is|are) due\\b`), (thing) => `When is ${thing} due?`],
  [rule(`^${THING} costs? [^.]*\\d`), (thing) => `How much does ${thing} cost?`],
  [
    rule(
      `^${THING} (is|are) (?:kept |hidden |stored )?(?:in|under|behind|beside|inside|on top of|next to|above|below) `,
    ),
    (thing, verb) => `Where ${verb.toLowerCase()} ${thing}?`,
  ],
  // What it is, where that is a figure, a name in quotes or a definition.
  [
    rule(`^${THING} (is|was|are|were) (?:\\S*\\d|["“‘']|an? |one of )`),
    (thing, verb) => `What ${verb.toLowerCase()} ${thing}?`,
  ],
];

function rule(source: string): RegExp {
  return new RegExp(source, "iu");
}

/** Words that make another sentence of the thing than it seems. */
const INNER = /\b(?:that|which|who|and|or|but|is|are|was|were|not|of course)\b/iu;

function fromSentences({ description, language = "en" }: Memory): string | undefined {
  if (!/^en\b/i.test(language)) return undefined;
  for (const sentence of sentencesOf(description)) {
    for (const [pattern, ask] of RULES) {
      const [, thing, word = ""] = pattern.exec(sentence) ?? [];
      if (thing && !INNER.test(thing)) return ask(lowerFirst(thing), word);
    }
  }
  return undefined;
}

function sentencesOf(text: string): string[] {
  const plain = text.slice(0, 2000).replace(/^[\s#>*+-]+/gm, "");
  return plain.split(/(?<=[.!?…])\s+|\n+/).filter((sentence) => sentence.length <= 200 && !sentence.endsWith("?"));
}

const TOPICS: Partial<Record<Memory["type"], (topic: string) => string>> = {
  link: (topic) => `What did I read about ${topic}?`,
  document: (topic) => `What is in ${topic}?`,
  note: (topic) => `What did I note about ${topic}?`,
};

/** A title that asks something itself; a question about it would be none. */
const ASKS = /[?？]|^(?:how|what|why|when|where|who|which|is|are|do|does|did|can|could|should|would|will)\b/iu;

/** A title that is a name: few words, in which at least one can be read. */
function fromTitle({ type, title, link, description }: Memory): string | undefined {
  // What stands behind a bar is the site's name, and a file's ending no word of it.
  const name =
    type === "document" ? title.replace(/\.\w{1,5}$/, "").replace(/[_-]+/g, " ") : title.split(/ [|·—–-] /)[0];
  const topic = (name ?? "").trim().replace(/[\s.…:]+$/u, "");
  if (!/\p{L}{2}/u.test(topic) || topic.length > 40 || ASKS.test(topic)) return undefined;
  if (type === "link" && link.includes(topic)) return undefined;
  const [first = ""] = topic.split(/\s/);
  const common = FUNCTION_WORDS.has(first.toLowerCase()) || occurs(lowerFirst(first), description);
  const said = common ? lowerFirst(topic) : topic;
  // A note's long title is its first sentence, and the name of none.
  if (type === "note" && said.split(/\s+/).length > 4) return undefined;
  return TOPICS[type]?.(type === "document" ? `“${topic}”` : said);
}

const FUNCTION_WORDS = new Set("a an the my our your on in of for from to with about some all".split(" "));

function occurs(word: string, text: string): boolean {
  return text.split(/[^\p{L}\p{N}'’-]+/u).includes(word);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
