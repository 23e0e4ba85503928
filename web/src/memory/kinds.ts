/** The labels and icons of every kind of memory. A new kind begins here; docs/dashboard.md has the other steps. */

import type { LucideIcon } from "lucide-react";
import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import MessageCircle from "lucide-react/icons/message-circle";
import PenLine from "lucide-react/icons/pen-line";
import Play from "lucide-react/icons/play";
import type { components } from "@/api/schema";

export type Memory = components["schemas"]["Memory"];
export type Kind = Memory["type"];

type Words = {
  label: string;
  /** The label of a card's link to the source, and of the kind in a list. */
  short: string;
  plural: string;
  Icon: LucideIcon;
  /** Shown in its tab while that is empty. */
  empty: string;
  /** Shown while it is fetched. */
  fetching: string;
  /** Written or uploaded by the user: it has no web page, and its address is not shown as its name. */
  own?: true;
};

/** In the order of the tabs. */
export const KINDS: Readonly<Record<Kind, Words>> = {
  link: {
    label: "Web page",
    short: "Page",
    plural: "Web pages",
    Icon: Globe,
    empty: "No web pages yet. The first one you save stands here.",
    fetching: "Fetching the page",
  },
  video: {
    label: "Video",
    short: "Video",
    plural: "Videos",
    Icon: Play,
    empty: "No videos yet. Save a link to one, and it plays here.",
    fetching: "Looking up the video",
  },
  tweet: {
    label: "Tweet",
    short: "Tweet",
    plural: "Tweets",
    Icon: MessageCircle,
    empty: "No tweets yet. Save a link to one before it is gone.",
    fetching: "Fetching the tweet",
  },
  document: {
    label: "Document",
    short: "Document",
    plural: "Documents",
    Icon: FileText,
    empty: "No documents yet. A PDF, a book or a picture of a page is read to its last word.",
    fetching: "Opening the document",
    own: true,
  },
  note: {
    label: "Note",
    short: "Note",
    plural: "Notes",
    Icon: PenLine,
    empty: "No notes yet. Write down one thing worth keeping.",
    fetching: "Reading the note",
    own: true,
  },
};

export const ALL_KINDS = Object.keys(KINDS) as Kind[];

/** A value for each kind. */
export function perKind<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return Object.fromEntries(ALL_KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;
}
