import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { aMemory } from "@/test/memory";

const toast = vi.fn();
vi.mock("@/ui/toast", () => ({ toast }));
const { useSimilarNews } = await import("./similar");

beforeEach(() => toast.mockClear());

const similar = { _id: "earlier", title: "Before", createdAt: "2024-03-05T12:00:00Z" };
const pending = aMemory({ _id: "new", status: "pending" });
const ready = { ...pending, status: "ready" as const, similar };

it("says once that what was just read was saved before", () => {
  const { rerender } = renderHook(({ list }) => useSimilarNews(list), { initialProps: { list: [pending] } });
  rerender({ list: [ready] });
  rerender({ list: [{ ...ready, title: "Another" }] });
  expect(toast.mock.calls).toEqual([["You saved this page in March 2024 under another address."]]);
});

it("says nothing of what was there already, or resembles nothing", () => {
  const other = aMemory({ _id: "other", status: "pending" });
  const { rerender } = renderHook(({ list }) => useSimilarNews(list), { initialProps: { list: [ready, other] } });
  rerender({ list: [ready, { ...other, status: "ready" as const }] });
  expect(toast).not.toHaveBeenCalled();
});
