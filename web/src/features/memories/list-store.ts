/** The list of memories, and how more of it is read. It outlives the page that shows it. */

import { client, unwrap } from "@/api/client";
import { onChanged } from "@/memory/changed";
import type { Kind, Memory } from "@/memory/kinds";
import type { Change } from "./live/changes";
import {
  contradicted,
  type Front,
  type Loaded,
  NOTHING_LOADED,
  pendingBeyond,
  type Scope,
  withChanges,
  withFront,
  withPage,
} from "./loaded";

/** How many memories the first page holds, and each further one. */
export const FRONT = 60;
const PAGE = 200;
/** The most that the server gives at once. */
export const LARGEST_PAGE = 500;

export class ListStore {
  #list = NOTHING_LOADED;
  #live = false;
  readonly #listeners = new Set<() => void>();
  readonly #told = new Set<(changes: readonly Change[]) => void>();
  #unfollow = () => {};
  /** The changes received during each pending read, whose answer may be older. */
  readonly #since = new Set<Change[]>();
  #beat = 0;
  #visits = 0;
  #isPolled = false;
  /** First pages asked for so far, and which of them was the last one taken in. */
  #asked = 0;
  #taken = 0;

  /** @param front The first page, where it is known already. */
  constructor(front?: Front) {
    if (front) this.#list = withFront(NOTHING_LOADED, front);
  }

  /** Calls back at each change. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unfollow = onChanged(this.#take);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#unfollow();
    };
  };

  /** Calls back with the changes that are taken in, for other lists. Returns the way to stop. */
  onTold = (listener: (changes: readonly Change[]) => void): (() => void) => {
    this.#told.add(listener);
    return () => this.#told.delete(listener);
  };

  getList = (): Loaded => this.#list;

  /** Whether changes come as they happen. */
  isLive = (): boolean => this.#live;

  setLive(on: boolean): void {
    this.#live = on;
    this.#tellListeners();
  }

  update(how: (list: Loaded) => Loaded): void {
    this.#list = how(this.#list);
    this.#tellListeners();
  }

  /** Takes in changes, the last of which has this number. */
  tell(changes: readonly Change[], last = ""): void {
    for (const since of this.#since) since.push(...changes);
    this.update((list) => ({ ...withChanges(list, changes), change: last || list.change }));
    for (const listener of this.#told) listener(changes);
  }

  /** Takes in what the person changes here. */
  #take = (memories: readonly Memory[], gone: readonly string[]): void => {
    this.tell([
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
      ...gone.map((id) => ({ kind: "deleted", id }) as const),
    ]);
  };

  /** Counts a visit of the page that shows the list. True when it is not the first one. */
  visit(): boolean {
    this.#visits += 1;
    return this.#visits > 1;
  }

  /** The number of the first page that was taken in last. */
  getFront = (): number => this.#taken;

  /** Reads the first page, and what lies behind it where that can't be as it is loaded. */
  async readFront(): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    const { answer, since } = await this.#read({ limit: FRONT });
    // One that was asked for later knows more.
    if (number < this.#taken) return;
    this.#taken = number;
    this.update((list) => withFront(list, answer, since));
    await Promise.all(contradicted(this.#list).map((kind) => this.#readBehind(kind, answer.nextCursor)));
  }

  /** Reads the page that begins below this id. Tells where the next one does. */
  async readPage(scope: Scope, cursor: string, limit = PAGE): Promise<string | undefined> {
    const { answer, since } = await this.#read({ limit, cursor, ...(scope !== "all" && { type: scope }) });
    this.update((list) => withPage(list, scope, cursor, answer, since));
    return answer.nextCursor;
  }

  /** Reads again all of a kind that is loaded below this id. What is shown stays meanwhile. */
  async #readBehind(kind: Kind, from: string | undefined): Promise<void> {
    for (let cursor = from; cursor; ) cursor = await this.readPage(kind, cursor, LARGEST_PAGE);
  }

  /**
   * Looks what became of memories on their way: all of those on the first page, and others in turn. While one look is on
   * its way there is no other.
   */
  async readPending(): Promise<void> {
    if (this.#isPolled) return;
    this.#isPolled = true;
    const beyond = pendingBeyond(this.#list, FRONT, this.#beat++);
    try {
      await Promise.all([this.readFront(), beyond && this.readPage(beyond.scope, beyond.cursor, FRONT)]);
    } finally {
      this.#isPolled = false;
    }
  }

  async #read(query: { limit: number; cursor?: string; type?: string }) {
    const since: Change[] = [];
    this.#since.add(since);
    try {
      return { answer: await unwrap(client.GET("/api/v1/content", { params: { query } })), since };
    } finally {
      this.#since.delete(since);
    }
  }

  #tellListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
