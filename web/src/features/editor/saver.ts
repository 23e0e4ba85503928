import { messageOf, statusOf } from "@/api/errors";
import { RETRY_INTERVAL } from "@/lib/retry-interval";
import { Conflict } from "./api";
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from "./drafts";
import type { Text } from "./model";

export type Saving = {
  phase: "saved" | "waiting" | "saving" | "failed" | "conflict";
  /** Why it is not saved. */
  message?: string;
  /** What was saved elsewhere meanwhile. */
  theirs?: Text;
  /** Whether this device keeps what is not saved. */
  kept: boolean;
};

export type Ports = {
  /** Saves a text on its edition, and resolves to the next one. Rejects with a Conflict where another was saved. */
  save: (text: Text, keepalive: boolean) => Promise<number>;
  read: () => Promise<Text>;
  /** Puts a text in place of the one that is written. */
  onReplace: (text: string) => void;
};

/** How long nothing is typed before it is saved, in milliseconds. */
export const REST = 1000;

/** A longer text, in characters, is kept on the device once typing pauses, in milliseconds. */
const LARGE = 20_000;
const PAUSE = 200;

/** A page that goes away can send this much behind itself: browsers allow 64 KB with all that is around it. In bytes. */
const MOST_BEHIND = 56 << 10;

/** The server may be away for a while, or have a bad moment. */
const isPassing = (status: number | undefined) => status === undefined || status >= 500 || status === 429;

/** Those that are at work. */
const all = new Set<Saver>();

/** Saves what is being written. Resolves to whether all of it is saved. */
export async function saveAll(): Promise<boolean> {
  const saved = await Promise.all([...all].map((saver) => saver.save()));
  return saved.every(Boolean);
}

/** Keeps nothing more of what is being written. */
export function endWriting(): void {
  for (const saver of all) saver.close();
}

/** Saves a note while it is written. What is not saved yet is kept on the device at each change. */
export class Saver {
  #state: Saving = { phase: "saved", kept: true };
  #text: string;
  #stored: Text;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #under: Promise<void> | undefined;
  /** The latest edition that was heard of. */
  #heard = 0;
  /** What the server has refused, and would again. */
  #refused: string | undefined;
  readonly #key: string;
  readonly #ports: Ports;
  readonly #draft: Draft | undefined;
  readonly #listeners = new Set<() => void>();

  /** @param draft What was written earlier and not saved. */
  constructor(id: string, stored: Text, ports: Ports, draft?: Draft) {
    this.#key = draftKey(id);
    this.#stored = stored;
    this.#text = draft?.text ?? stored.text;
    this.#ports = ports;
    this.#draft = draft;
    if (!draft) return;
    if (draft.text.trim() === stored.text.trim()) this.#settle();
    else if (draft.edition === stored.edition) this.#state = { phase: "waiting", kept: true };
    else this.#state = { phase: "conflict", theirs: stored, kept: true };
  }

  /** Begins to save, or goes on. */
  open(): void {
    all.add(this);
    if (this.#state.phase === "waiting") this.change(this.#text, 0);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getState = (): Saving => this.#state;

  get text(): string {
    return this.#text;
  }

  /** Takes in what is typed, and saves it once nothing more is. */
  change(text: string, rest = REST) {
    this.#text = text;
    if (this.#state.phase === "conflict" || !all.has(this)) return;
    if (text === this.#stored.text && this.#state.phase !== "saving") return this.#settle();
    this.#set({ ...this.#state, phase: this.#state.phase === "saving" ? "saving" : "waiting" });
    clearTimeout(this.#keeping);
    // Keeping much takes a moment, which a letter should not.
    if (text.length < LARGE) this.#keep();
    else this.#keeping = setTimeout(() => this.#keep(), PAUSE);
    this.#later(rest);
  }

  /** Saves now. Resolves to whether all that was typed is saved. */
  async save(keepalive = false): Promise<boolean> {
    clearTimeout(this.#timer);
    // Another may have waited for the same one, and begun its own.
    while (this.#under) await this.#under;
    if (this.#state.phase === "conflict") return false;
    if (this.#text === this.#stored.text) return true;
    this.#under = this.#send(keepalive).finally(() => {
      this.#under = undefined;
    });
    await this.#under;
    return this.#state.phase === "saved";
  }

  /** Saves what there is while the page goes away; what is too large for that is on the device. */
  leave(): void {
    if (this.#state.phase === "saved" || this.#state.phase === "conflict" || !all.has(this)) return;
    keepDraft(this.#key, this.#text, this.#stored.edition);
    if (!this.#under && this.#text !== this.#refused) void this.save(new Blob([this.#text]).size < MOST_BEHIND);
  }

  /** Hears that the note has this edition now: what is not being changed here becomes that. */
  async hear(edition: number): Promise<void> {
    this.#heard = Math.max(this.#heard, edition);
    await this.#under;
    const isAtRest = () => this.#state.phase === "saved" && this.#heard > this.#stored.edition;
    if (!isAtRest()) return;
    // What can't be read now is read when it is heard of again.
    const stored = await this.#ports.read().catch(() => undefined);
    if (!stored || !isAtRest() || stored.edition <= this.#stored.edition) return;
    this.#stored = stored;
    this.#replace(stored.text);
  }

  /** Ends a conflict with a text, which goes on from what was saved elsewhere. */
  resolve(text: string): void {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#stored = theirs;
    this.#set({ phase: "waiting", kept: true });
    this.#replace(text);
    this.change(text, 0);
  }

  /** Stops: what is not saved stays on the device. */
  close(): void {
    all.delete(this);
    clearTimeout(this.#timer);
    clearTimeout(this.#keeping);
    this.#listeners.clear();
  }

  #keep(): void {
    const kept = keepDraft(this.#key, this.#text, this.#stored.edition);
    if (kept !== this.#state.kept) this.#set({ ...this.#state, kept });
  }

  #replace(text: string): void {
    this.#text = text;
    this.#ports.onReplace(text);
  }

  #later(rest: number): void {
    clearTimeout(this.#timer);
    if (all.has(this)) this.#timer = setTimeout(() => void this.save(), rest);
  }

  async #send(keepalive: boolean): Promise<void> {
    const sent = this.#text;
    this.#set({ phase: "saving", kept: this.#state.kept });
    try {
      this.#stored = {
        text: sent,
        edition: await this.#ports.save({ text: sent, edition: this.#stored.edition }, keepalive),
      };
    } catch (error) {
      return this.#failed(error, sent);
    }
    if (this.#text === sent) return this.#settle();
    this.#set({ phase: "waiting", kept: keepDraft(this.#key, this.#text, this.#stored.edition) });
    // What was left meanwhile has no next key press.
    if (!all.has(this)) return this.#send(false);
    this.#later(REST);
  }

  #failed(error: unknown, sent: string) {
    const { kept } = this.#state;
    if (error instanceof Conflict) {
      // An answer that got lost, or a page that went: it was saved all the same.
      if (error.stored.text.trim() !== sent.trim()) return this.#set({ phase: "conflict", theirs: error.stored, kept });
      this.#stored = { ...error.stored, text: sent };
      return this.#text === sent ? this.#settle() : this.change(this.#text);
    }
    const status = statusOf(error);
    this.#set({ phase: "failed", message: failureText(error), kept });
    if (isPassing(status)) this.#later(RETRY_INTERVAL);
    else this.#refused = sent;
  }

  /** All that was typed is saved. */
  #settle(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#keeping);
    dropDraft(this.#key);
    // Another tab may write on in the one that was taken up.
    const taken = this.#draft;
    if (taken && readDraft(taken.key) === taken.text) dropDraft(taken.key);
    this.#set({ phase: "saved", kept: true });
    if (this.#heard > this.#stored.edition) void this.hear(this.#heard);
  }

  #set(state: Saving): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function failureText(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined) return "Engram can’t be reached.";
  if (status === 401) return "Your session has ended.";
  if (status === 404) return "This note was deleted elsewhere.";
  return messageOf(error, "Something went wrong.");
}
