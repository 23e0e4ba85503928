/** The list of memories, and how more of it is read. It outlives the page that shows it. */

import { client, unwrap } from "@/api/client";
import type { Change } from "./live/changes";
import { type Loaded, NOTHING_LOADED, pendingBeyond, type Scope, withChanges, withFront, withPage } from "./loaded";

/** How many memories the first page holds, and each further one. */
export const FRONT = 60;
const PAGE = 200;

export class ListStore {
  #list = NOTHING_LOADED;
  #live = false;
  readonly #listeners = new Set<() => void>();
  /** What was told while a read was on its way, one for each: its answer may be older. */
  readonly #since = new Set<Change[]>();
  #beat = 0;

  /** Calls back at each change. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
  }

  /** Reads the first page. */
  async readFront(): Promise<void> {
    const { answer, since } = await this.#read({ limit: FRONT });
    this.update((list) => withFront(list, answer, since));
  }

  /** Reads the page that begins below this id. */
  async readPage(scope: Scope, cursor: string, limit = PAGE): Promise<void> {
    const { answer, since } = await this.#read({ limit, cursor, ...(scope !== "all" && { type: scope }) });
    this.update((list) => withPage(list, scope, cursor, answer, since));
  }

  /** Looks what became of memories on their way: all of those on the first page, and others in turn. */
  async readPending(): Promise<void> {
    const beyond = pendingBeyond(this.#list, FRONT, this.#beat++);
    await Promise.all([this.readFront(), beyond && this.readPage(beyond.scope, beyond.cursor, FRONT)]);
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
