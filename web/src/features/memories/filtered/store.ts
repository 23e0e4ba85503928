/** The memories that a filter keeps, in one of the orders, as far as they are loaded. */

import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import { inZone } from "@/lib/zone";
import { parseFilter } from "@/memory/filter/parse";
import type { Word } from "@/memory/filter/words";
import type { Memory } from "@/memory/kinds";
import { FRONT, LARGEST_PAGE } from "../list-store";
import type { Change } from "../live/changes";
import { withStep } from "../loaded";
import type { Query } from "../query";
import { mayFit } from "./fits";

const PAGE = 200;

/** Lets changes come to rest before the list is read again because of them, in milliseconds. */
export const REST = 400;

export type Filtered = {
  memories: readonly Memory[];
  /** Of all that fit; undefined until the first page is known. */
  total: number | undefined;
  /** Where the next page begins; undefined at the end. */
  cursor: string | undefined;
  /** Counts how often it was read. */
  turn: number;
};

export class FilteredStore {
  #list: Filtered = { memories: [], total: undefined, cursor: undefined, turn: 0 };
  readonly #words: readonly Word[];
  readonly #listeners = new Set<() => void>();
  /** Counts the reads of the whole list: the answer of an earlier one says nothing new. */
  #reads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly query: Query) {
    this.#words = parseFilter(query.filter).words;
  }

  /** Calls back at each change. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  getList = (): Filtered => this.#list;

  /** Reads as much as is loaded, and the first page at least. */
  async read(): Promise<void> {
    this.#reads += 1;
    const number = this.#reads;
    clearTimeout(this.#timer);
    const wanted = Math.max(FRONT, this.#list.memories.length);
    const memories: Memory[] = [];
    let cursor: string | undefined;
    let total: number | undefined;
    do {
      const answer = await this.#page(Math.min(LARGEST_PAGE, wanted - memories.length), cursor);
      if (number !== this.#reads) return;
      memories.push(...answer.content);
      cursor = answer.nextCursor;
      total ??= answer.total;
    } while (cursor && memories.length < wanted);
    this.#set({ memories, cursor, total: total ?? memories.length, turn: number });
  }

  /** Reads the page after what is loaded. */
  async readNext(limit = PAGE): Promise<void> {
    const { cursor } = this.#list;
    const number = this.#reads;
    if (!cursor) return;
    const answer = await this.#page(limit, cursor);
    if (number !== this.#reads || this.#list.cursor !== cursor) return;
    const there = new Set(this.#list.memories.map(({ _id }) => _id));
    const more = answer.content.filter(({ _id }) => !there.has(_id));
    this.#set({ ...this.#list, memories: [...this.#list.memories, ...more], cursor: answer.nextCursor });
  }

  /** Takes in changes: what fits no more leaves, and the list is read again for what fits now. */
  take = (changes: readonly Change[]): void => {
    if (this.#list.total === undefined) return;
    const memories = changes.reduce((list, change) => this.#after(list, change), this.#list.memories);
    const left = this.#list.memories.length - memories.length;
    if (memories !== this.#list.memories) this.#set({ ...this.#list, memories, total: this.#list.total - left });
    if (changes.every(({ kind }) => kind === "step")) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.read().catch((error) => logFailure("reading filtered memories", error));
    }, REST);
  };

  #after(memories: readonly Memory[], change: Change): readonly Memory[] {
    if (change.kind === "step") return withStep(memories, change);
    const id = change.kind === "memory" ? change.memory._id : change.id;
    const at = memories.findIndex(({ _id }) => _id === id);
    const memory = memories[at];
    if (!memory) return memories;
    const stays = change.kind === "memory" && mayFit(change.memory, this.#words);
    return stays ? memories.with(at, change.memory) : memories.toSpliced(at, 1);
  }

  #page(limit: number, cursor: string | undefined) {
    const { filter, sort } = this.query;
    const query = { limit, sort, ...(filter && { filter }), ...(cursor && { cursor }) };
    return unwrap(client.GET("/api/v1/content", { params: { query, header: inZone() } }));
  }

  #set(list: Filtered): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}
