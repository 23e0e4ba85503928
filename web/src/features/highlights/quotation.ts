/** The words of a mark as a quotation with its source. Pure. */

import { safeLink } from "@/lib/safe-link";
import { KINDS, type Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { placeText } from "./model";

type Quoted = { quote: string; page?: number | undefined; second?: number | undefined };

/** A quotation as Markdown and as HTML. */
export function quotation({ quote, ...place }: Quoted, memory: Memory): { text: string; html: string } {
  const title = titleOf(memory);
  // The address of an uploaded file is signed, and opens it without a session.
  const link = KINDS[memory.type].own ? undefined : safeLink(memory.link);
  const where = placeText(place);
  const lines = quote.split("\n");
  const quoted = lines.map((line) => `> ${line}`.trimEnd()).join("\n>\n");
  const source = link ? `[${escapeMarkdown(title)}](${escapeAddress(link)})` : title;
  const cited = link ? `<a href="${escapeHtml(link)}">${escapeHtml(title)}</a>` : escapeHtml(title);
  const tail = where && `, ${where}`;
  return {
    text: `${quoted}\n\n${source}${tail}`,
    html: `<blockquote>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}</blockquote><p>${cited}${tail}</p>`,
  };
}

const escapeMarkdown = (text: string) => text.replace(/[\\[\]]/g, "\\$&");

const escapeAddress = (link: string) =>
  link.replace(/[()\s]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
