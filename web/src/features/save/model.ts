/** What is to be saved, from what a page or another app hands over. Pure. */

import type { Shared, Thing } from "@/api/outbox";

/** What the form begins with. */
export type Begun = {
  kind: "link" | "note" | "files";
  link: string;
  /** As the page calls itself. It is shown, not saved: the server reads it. */
  title: string;
  text: string;
  remark: string;
  files: File[];
};

/** Without the punctuation of the sentence around it. */
const ADDRESS = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]]/i;

/** The longest remark that the server takes, in characters. */
const LONGEST_REMARK = 4000;

/**
 * Apps put an address where they like: in the field for it, in the text, or in the title. The words beside it become the
 * remark; without an address, or files, the words are a note.
 */
export function begunOf({ title, text, url, files }: Pick<Shared, "title" | "text" | "url" | "files">): Begun {
  const words = text.trim();
  const link = [url, text, title].map((field) => ADDRESS.exec(field)?.[0]).find(Boolean) ?? "";
  const rest = link ? words.replace(link, "").trim() : words;
  const remark = rest === title.trim() ? "" : rest.slice(0, LONGEST_REMARK);
  const begun = { link, title: title.trim(), text: "", remark, files: [] };
  if (files.length > 0) return { ...begun, kind: "files", files };
  if (link) return { ...begun, kind: "link" };
  const note = [title.trim(), words].filter((part, index, all) => part && all.indexOf(part) === index).join("\n\n");
  return { ...begun, kind: "note", title: "", text: note, remark: "" };
}

/** The words of a page's selection, as a remark quotes them. */
export function quoted(text: string): string {
  return text
    .trim()
    .split(/\n+/)
    .map((line) => `> ${line.trim()}`)
    .join("\n");
}

/** The things to save; none where something is missing. */
export function thingsOf({ kind, link, text, files }: Pick<Begun, "kind" | "link" | "text" | "files">): Thing[] {
  if (kind === "files") return files.map((file) => ({ kind: "file", file, name: file.name || "Shared file" }));
  if (kind === "note") return text.trim() ? [{ kind: "note", text }] : [];
  return link ? [{ kind: "link", link }] : [];
}

/** What stands for a thing in a list. */
export function nameOf(thing: Thing): string {
  if (thing.kind === "link") return thing.link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  if (thing.kind === "file") return thing.name;
  return thing.text.trim().split("\n")[0] ?? "";
}

/** "A save waits on this device", "3 saves wait on this device". */
export function waitText(count: number): string {
  return count === 1 ? "A save waits on this device" : `${count} saves wait on this device`;
}

/**
 * The bookmarklet: it opens a small window at our own page with the address, the title and what is selected. Nothing of ours
 * runs in the page that is saved, so its policy has nothing to forbid.
 */
export function bookmarklet(origin: string): string {
  const page = JSON.stringify(`${origin}/save?`);
  return (
    `javascript:(()=>{const s=String(getSelection()).slice(0,2000);open(${page}+` +
    `new URLSearchParams({url:location.href,title:document.title,text:s}),"_blank","popup,width=480,height=720")})()`
  );
}
