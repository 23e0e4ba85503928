import { renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { tellShown, useNeighbours } from "./shown-list";

afterEach(() => tellShown(undefined));

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
);
const open = (id: string) => renderHook(useNeighbours, { initialProps: id, wrapper });

function serve() {
  const content = ["9", "8", "7"].map((_id) => aMemory({ _id }));
  server.use(http.get("/api/v1/content", () => HttpResponse.json({ content })));
}

it("the way leads on among all memories where all are shown", async () => {
  serve();
  const { result, rerender } = open("8");
  await waitFor(() => expect(result.current).toEqual({ previous: "9", next: "7" }));
  rerender("7");
  expect(result.current).toEqual({ previous: "8", next: undefined });
  rerender("a memory that is not loaded");
  expect(result.current).toEqual({ previous: undefined, next: undefined });
});

it("among those that a filter keeps otherwise, as they were when the first was opened", () => {
  serve();
  tellShown(["9", "5", "3"]);
  const { result, rerender } = open("9");
  expect(result.current).toEqual({ previous: undefined, next: "5" });
  tellShown(["3"]);
  rerender("5");
  expect(result.current).toEqual({ previous: "9", next: "3" });
});
