/**
 * Reads copied HTML as markdown. The page's policy lets no script parse HTML into elements, so this goes by its tags: they
 * come from a browser, which writes them well. Pure.
 */

const TOKEN =
  /<!--[\s\S]*?-->|<(style|script|title|head)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi;
const WORTH_IT = /<(?:a\s[^>]*href=|(?:ul|ol|h[1-6]|blockquote|pre|strong|em|b|i|code)[\s>])/i;
const BLOCK = /^(p|div|section|article|header|footer|main|table|tr|figure|figcaption|dl|dt|dd|details|summary)$/;
const SIGNS: Record<string, string> = { strong: "**", b: "**", em: "*", i: "*", code: "`", del: "~~", s: "~~" };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** More than this is pasted as its plain words. In characters. */
const MOST = 2_000_000;

/** The markdown of copied HTML; undefined where its plain words say as much. */
export function markdownOf(html: string): string | undefined {
  if (html.length > MOST || !WORTH_IT.test(html)) return undefined;
  const writer = new Writer();
  for (const [text, hidden, end, tag, attributes = ""] of html.matchAll(TOKEN)) {
    if (hidden || text.startsWith("<!--")) continue;
    if (!tag) writer.words(decoded(text));
    else if (end) writer.close(tag.toLowerCase());
    else writer.open(tag.toLowerCase(), attributes);
  }
  return writer.text();
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, digits, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = digits ? Number(digits) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

function attributeOf(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? [];
  return decoded(double ?? single ?? bare ?? "");
}

type List = { next: number | undefined; indent: number };

class Writer {
  #out = "";
  /** What each further line begins with: the signs of quotes, the room of items. */
  readonly #before: string[] = [];
  readonly #lists: List[] = [];
  readonly #open: { tag: string; at: number; href?: string; sign?: string }[] = [];
  #pre = false;
  /** Line feeds that are to come before the next words. */
  #gap = 0;

  text(): string {
    return this.#out.trim();
  }

  words(text: string) {
    if (this.#pre) return this.#write(text.replace(/\n/g, `\n${this.#before.join("")}`));
    const plain = text.replace(/[ \t\r\n]+/g, " ");
    const starts = this.#gap > 0 || this.#out === "" || /[\s>]$/.test(this.#out.slice(-1));
    this.#write(starts ? plain.trimStart() : plain);
  }

  open(tag: string, attributes: string) {
    if (tag === "br") return this.#write(`\n${this.#before.join("")}`);
    if (tag === "hr") return this.#block("---");
    if (tag === "img") return this.words(attributeOf(attributes, "alt"));
    if (tag === "input") {
      if (attributeOf(attributes, "type") === "checkbox")
        this.#write(/\schecked\b/i.test(attributes) ? "[x] " : "[ ] ");
      return;
    }
    if (tag === "ul" || tag === "ol") return this.#openList(tag, attributes);
    if (tag === "li") return this.#openItem();
    if (tag === "blockquote") {
      this.#breakLines(2);
      this.#before.push("> ");
      return;
    }
    if (tag === "pre") {
      this.#block("```");
      this.#breakLines(1);
      this.#pre = true;
      this.#write("");
      return;
    }
    const level = /^h([1-6])$/.exec(tag)?.[1];
    if (level) return this.#block(`${"#".repeat(Number(level))} `);
    if (BLOCK.test(tag)) return this.#breakLines(this.#lists.length > 0 ? 1 : 2);
    if (tag === "td" || tag === "th") return this.words(" ");
    this.#openInline(tag, attributes);
  }

  close(tag: string) {
    if (tag === "ul" || tag === "ol") {
      this.#lists.pop();
      return this.#breakLines(this.#lists.length > 0 ? 1 : 2);
    }
    if (tag === "li") {
      this.#before.pop();
      return this.#breakLines(1);
    }
    if (tag === "blockquote") {
      this.#before.pop();
      return this.#breakLines(2);
    }
    if (tag === "pre") {
      this.#pre = false;
      this.#out = this.#out.replace(/\n\s*$/, "");
      this.#breakLines(1);
      this.#write("```");
      return this.#breakLines(2);
    }
    if (/^h[1-6]$/.test(tag)) return this.#breakLines(2);
    if (BLOCK.test(tag)) return this.#breakLines(this.#lists.length > 0 ? 1 : 2);
    this.#closeInline(tag);
  }

  #openList(tag: string, attributes: string) {
    const first = Number(attributeOf(attributes, "start") || 1);
    this.#breakLines(this.#lists.length > 0 ? 1 : 2);
    this.#lists.push({ next: tag === "ol" ? first : undefined, indent: 0 });
  }

  #openItem() {
    const list = this.#lists.at(-1);
    const sign = list?.next === undefined ? "- " : `${list.next}. `;
    if (list?.next !== undefined) list.next += 1;
    this.#block(sign, 1);
    this.#before.push(" ".repeat(sign.length));
  }

  #openInline(tag: string, attributes: string) {
    if (this.#pre) return;
    const href = tag === "a" ? attributeOf(attributes, "href") : "";
    if (/^https?:|^mailto:/i.test(href)) {
      this.#write("[");
      this.#open.push({ tag, at: this.#out.length, href });
    }
    // Google's documents stand in a bold element that is not.
    const sign = /font-weight:\s*(normal|400)/.test(attributes) ? undefined : SIGNS[tag];
    if (!sign) return;
    this.#write(sign);
    this.#open.push({ tag, at: this.#out.length, sign });
  }

  #closeInline(tag: string) {
    const index = this.#open.findLastIndex((one) => one.tag === tag);
    const [one] = index < 0 ? [] : this.#open.splice(index, 1);
    if (!one) return;
    const within = this.#out.slice(one.at);
    const words = within.trimEnd();
    const head = this.#out.slice(0, one.at);
    if (one.sign !== undefined) {
      const closed = words ? head + words + one.sign : head.slice(0, -one.sign.length);
      this.#out = closed + within.slice(words.length);
    } else if (words.trim() === one.href || !words) {
      this.#out = head.slice(0, -1) + (one.href ?? "") + within.slice(words.length);
    } else {
      this.#out = `${head + words}](${(one.href ?? "").replace(/[()\s]/g, encodeURIComponent)})${within.slice(words.length)}`;
    }
  }

  /** Begins a block with a sign. */
  #block(sign: string, lines = 2) {
    this.#breakLines(lines);
    this.#write(sign, true);
  }

  #breakLines(lines: number) {
    if (this.#out !== "") this.#gap = Math.max(this.#gap, lines);
  }

  #write(text: string, sign = false) {
    if (text === "" && !this.#pre) return;
    // A block within an item that has just begun stands behind its sign.
    const begun = this.#before.length > 0 && /(?:^|\n)\s*(?:> )*(?:- |\d+\. )$/.test(this.#out) && !sign;
    if (begun) this.#gap = 0;
    if (this.#gap > 0) {
      const before = this.#before.join("");
      this.#out = this.#out.trimEnd() + (this.#gap > 1 ? `\n${before.trimEnd()}` : "");
      this.#out += `\n${before}`;
      this.#gap = 0;
    } else if (this.#out === "") {
      this.#out = this.#before.join("");
    }
    this.#out += text;
  }
}
