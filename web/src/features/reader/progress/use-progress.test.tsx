import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aMemory } from "@/test/memory";
import type { Kept } from "../api";
import { useMarkedUnread } from "./use-marked-unread";

const keep = vi.fn();
vi.mock("../api", () => ({ useKeepProgress: () => keep }));
const { useProgress } = await import("./use-progress");

beforeEach(() => {
  keep.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A memory that was read up to `kept`; `move` scrolls to a share, by hand or by a jump. */
function read(kept: Kept = { leaf: 0, share: 0 }) {
  const all = { id: "m-1", kept, at: { leaf: 0, share: 0 }, jumped: false, unread: false };
  const hook = renderHook(useProgress, { initialProps: all });
  const move = (share: number, jumped = false) =>
    hook.rerender({ ...all, at: { leaf: Math.round(share * 100), share }, jumped });
  return { ...hook, move };
}
const rest = () => act(() => vi.advanceTimersByTime(3000));
const shares = () => keep.mock.calls.map(([, { share }]) => share);

it("a place is kept when its reader rests there, and on leaving", () => {
  const { move, unmount } = read();
  move(0.1);
  move(0.3);
  rest();
  expect(keep).toHaveBeenCalledExactlyOnceWith("m-1", { leaf: 30, share: 0.3 }, false);
  move(0.5);
  unmount();
  expect(keep).toHaveBeenLastCalledWith("m-1", { leaf: 50, share: 0.5 }, true);
});

it("a look at something elsewhere is not kept until a hand scrolls there", () => {
  const { move, unmount } = read({ leaf: 30, share: 0.3 });
  move(0.8, true);
  rest();
  unmount();
  expect(keep).not.toHaveBeenCalled();
  const again = read({ leaf: 30, share: 0.3 });
  again.move(0.8, true);
  rest();
  expect(again.result.current.offered?.share).toBe(0.3);
  again.move(0.82);
  rest();
  expect(again.result.current.offered).toBeUndefined();
  expect(shares()).toEqual([0.82]);
});

it("a look elsewhere in a memory that was never read is not kept either", () => {
  const { move, unmount } = read();
  move(0.8, true);
  rest();
  unmount();
  expect(keep).not.toHaveBeenCalled();
});

it("a rest at the top loses no place", () => {
  const { move, unmount } = read();
  move(0.6);
  rest();
  move(0.01);
  rest();
  unmount();
  expect(shares()).toEqual([0.6]);
});

it("a place of before is offered, and lost to nothing until it is taken or passed", () => {
  const { result, move } = read({ leaf: 60, share: 0.6 });
  expect(result.current.offered).toEqual({ leaf: 60, share: 0.6 });
  move(0.2);
  rest();
  expect(keep).not.toHaveBeenCalled();
  act(() => result.current.take());
  rest();
  expect(shares()).toEqual([0.2]);
});

it("what was marked as unread stays so, however far it is read until it is left", () => {
  const { rerender, unmount } = read();
  const all = { id: "m-1", kept: { leaf: 0, share: 0 }, jumped: false };
  rerender({ ...all, at: { leaf: 40, share: 0.4 }, unread: true });
  rest();
  rerender({ ...all, at: { leaf: 50, share: 0.5 }, unread: true });
  unmount();
  expect(keep).not.toHaveBeenCalled();
  const marked = renderHook(({ progress }) => useMarkedUnread(aMemory(progress === undefined ? {} : { progress })), {
    initialProps: { progress: undefined as number | undefined },
  });
  expect(marked.result.current).toBe(false);
  marked.rerender({ progress: 0.4 });
  expect(marked.result.current).toBe(false);
  marked.rerender({ progress: undefined });
  expect(marked.result.current).toBe(true);
});

it("what is not known yet is not overwritten", () => {
  const at = { leaf: 20, share: 0.2 };
  const { unmount } = renderHook(() => useProgress({ id: "m-1", kept: undefined, at, jumped: false }));
  rest();
  unmount();
  expect(keep).not.toHaveBeenCalled();
});
