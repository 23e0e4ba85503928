import { act, renderHook } from "@testing-library/react";
import type { FormEvent } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { useSubmit } from "./use-submit";

const event = { preventDefault: () => {} } as FormEvent;

test("a form is sent once at a time, and may be sent again", async () => {
  const { result } = renderHook(() => useSubmit("trying", "No."));
  let arrive = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  const { submit } = result.current;
  await act(async () => {
    const first = submit(event, send);
    await submit(event, send);
    arrive();
    await first;
  });
  expect(send).toHaveBeenCalledTimes(1);
  expect(result.current.busy).toBe(false);
  await act(() => result.current.submit(event, async () => send.mockClear()));
  expect(send).not.toHaveBeenCalled();
});

test("what the server refuses is said until the next try", async () => {
  const { result } = renderHook(() => useSubmit("trying", "No."));
  await act(() => result.current.submit(event, () => Promise.reject(new ApiError(400, "That name is taken"))));
  expect(result.current.refused).toBe("That name is taken");
  await act(() => result.current.submit(event, () => Promise.reject(new ApiError(400))));
  expect(result.current.refused).toBe("No.");
  await act(() => result.current.submit(event, async () => {}));
  expect(result.current.refused).toBeUndefined();
});
