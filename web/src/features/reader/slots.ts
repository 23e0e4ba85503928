import type { ComponentType, ReactNode, RefObject } from "react";
import type { After } from "@/document/drawing";
import type { Stretch } from "@/document/marks";
import type { Block } from "@/document/tree";
import type { Memory } from "@/memory/kinds";
import type { Kept } from "./api";
import type { Cited } from "./model";

/** The start position of a recording in seconds, and the number of requests to play from there. */
export type Start = { at: number; presses: number };

/** What the page hands to what marks its text for its reader. */
type MarkingProps = {
  memory: Memory;
  /** The leaves of the text, each with its page or second. */
  leaves: readonly Block[];
  /** Holds the text: an element with `data-leaf` and `data-from` holds words of a leaf. */
  text: HTMLElement;
  /** Holds the printed pages, where there are some: elements in it hold words of a leaf as well, up to `data-to`. */
  pages: HTMLElement | undefined;
  /** The places below the outline, beside the text, as high as that is, and behind it: empty elements to draw into. */
  list: HTMLElement;
  margin: HTMLElement;
  end: HTMLElement;
  /** What to mark in the text. */
  onMarks: (stretches: readonly Stretch[]) => void;
  /** What to draw under a leaf. */
  onAfter: (after: After | undefined) => void;
  /** Brings a leaf into view, and the focus to it. */
  goTo: (leaf: number) => void;
};

/** The parts of an opened memory, for what lays them out. */
export type LayoutProps = {
  /** Undefined while it is loading, like its leaves. */
  memory: Memory | undefined;
  leaves: readonly Block[] | undefined;
  /** How far it was read when it was opened; undefined until that is known. */
  kept: Kept | undefined;
  /** The first leaf that is shown: what the title says already is not. */
  from: number;
  /** The captured text, with its state above it; where its leaves stand, and whether all do. */
  text: ReactNode;
  textRef: RefObject<HTMLElement | null>;
  drawn: boolean;
  goTo: (leaf: number) => void;
  /** The button that leads back. */
  back: ReactNode;
  /** Its title, which labels the page. */
  head: ReactNode;
  /** The buttons of the memory. */
  tools: ReactNode;
  /** What is known of it, what an answer quoted, and the box that asks it. */
  facts: ReactNode;
  quotes: ReactNode;
  ask: ReactNode;
  /** All that is marked in the text: the citations (c0, c1 …) and the reader's own. */
  stretches: readonly Stretch[];
  /** The citations, and which of them is shown. */
  cited: Cited | undefined;
  shown: number;
  onShow: (citation: number) => void;
  /** The page that is asked for: by the fragment, else by the shown citation. */
  page: number | undefined;
  /** The elements of MarkingProps: a layout has both. */
  list: RefObject<HTMLDivElement | null>;
  margin: RefObject<HTMLDivElement | null>;
  /** Is called with the element that holds printed pages, and with null when that goes. */
  onPages: (pages: HTMLElement | null) => void;
};

/** The theme of the app. */
export type Theme = { dark: boolean; onToggle: () => void };

/** What the user changes of an opened memory in its place. */
export type EditSlots = {
  /** Draws a note that is being written, its buttons in `bar`. */
  Note: ComponentType<{
    memory: Memory;
    bar: HTMLElement;
    /** Words that are in view, for the cursor; "" at the beginning. */
    near: string;
    /** Called when it stands there, and its text need not. */
    onReady: () => void;
    /** Called once it is saved. */
    onDone: () => void;
  }>;
  /** Draws what was written in a note and not saved, above its text. */
  Kept: ComponentType<{ memory: Memory; onWrite: () => void }>;
  /** Draws the title, its children, or a field in its place. */
  Title: ComponentType<{
    memory: Memory;
    editing: boolean;
    onEditing: (on: boolean) => void;
    children: ReactNode;
  }>;
  /** Draws the user's remark, under the title. */
  Remark: ComponentType<{ memory: Memory }>;
  /** Draws when it was saved: its children, or a field in their place. */
  SavedDate: ComponentType<{ memory: Memory; children: ReactNode }>;
};

export type ReaderSlots = {
  edits?: EditSlots | undefined;
  theme?: Theme | undefined;
  /** Opens the memory before or behind this one in the list, where there is one. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /**
   * Renders the ask box for this memory. `onCitation` shows the quotes of its answer, and scrolls to one if it was
   * pressed.
   */
  renderAsk: (memory: Memory, onCitation: (cited: Cited, pressed: boolean) => void) => ReactNode;
  /** Renders the recording or tweet of the memory. Empty for other kinds. */
  renderMedia: (memory: Memory, start: Start) => ReactNode;
  /** Renders what belongs to the memory, beside its text. */
  renderRelated?: ((memory: Memory, files: NonNullable<Memory["files"]>) => ReactNode) | undefined;
  /** Renders what is made of the memory, before its other buttons, entries of its menu, and its tags. */
  renderActs?: ((memory: Memory, kept: Kept | undefined) => ReactNode) | undefined;
  renderEntries?: ((memory: Memory) => ReactNode) | undefined;
  renderTags?: ((memory: Memory) => ReactNode) | undefined;
  /** Lets the reader mark the text. Mounted once the text is on the page. */
  Marking?: ComponentType<MarkingProps> | undefined;
  /** How a memory is laid out; undefined: in the columns of a text. It must return the same for the same memory. */
  layoutOf?: ((memory: Memory) => ComponentType<LayoutProps> | undefined) | undefined;
};
