import { type RefObject, useCallback, useEffectEvent, useState } from "react";
import type { Memory } from "@/memory/kinds";
import type { EditSlots } from "./slots";

type Writing = {
  memory: Memory | undefined;
  edits: EditSlots | undefined;
  /** Words that are in view. */
  near: () => string;
  /** Called when the text of a note gives way to its writing. */
  onReplace: () => void;
  /** Reads what was written. */
  onDone: () => Promise<unknown>;
  heading: RefObject<HTMLElement | null>;
};

/** Whether a note is being written or a memory renamed, and the ways to either; undefined where there is none. */
export function useWriting({ memory, edits, near, onReplace, onDone, heading }: Writing) {
  const [writing, setWriting] = useState<{ near: string; ready: boolean }>();
  const [naming, setName] = useState(false);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const replaced = useEffectEvent(onReplace);
  const toHeading = () => setTimeout(() => heading.current?.focus({ preventScroll: true }));
  const write = () => {
    setWriting({ near: near(), ready: false });
  };
  const onReady = useCallback(() => {
    setWriting((now) => now && { ...now, ready: true });
    replaced();
  }, []);
  const done = async () => {
    await onDone().catch(() => {});
    setWriting(undefined);
    toHeading();
  };
  const setNaming = (on: boolean) => {
    setName(on);
    if (!on) toHeading();
  };
  return {
    writing,
    naming,
    setNaming,
    write: edits && memory?.type === "note" && !writing ? write : undefined,
    rename: edits && memory && !naming ? () => setNaming(true) : undefined,
    bar,
    setBar,
    onReady,
    done: () => void done(),
  };
}
