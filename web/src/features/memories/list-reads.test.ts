import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { ListStore } from "./list-store";
import { shownOf } from "./loaded";

const at = (id: string, status: "pending" | "ready" = "ready") => aMemory({ _id: id, status });
const ids = (store: ListStore) => shownOf(store.getList(), "all").map(({ _id }) => _id);

/** Each read of the list so far, and the way to answer it. */
function reads() {
  const asked: { query: URLSearchParams; answer: (body: object) => void }[] = [];
  server.use(
    http.get(
      "/api/v1/content",
      ({ request }) =>
        new Promise<Response>((resolve) => {
          const query = new URL(request.url).searchParams;
          asked.push({ query, answer: (body) => resolve(HttpResponse.json(body)) });
        }),
    ),
  );
  const one = (index: number) => waitFor(() => asked[index] ?? expect.fail("not asked"));
  return { asked, one };
}

it("HOME-22 a first page requested before another and arriving after it changes nothing", async () => {
  const store = new ListStore();
  const { one } = reads();
  const early = store.readFront();
  const first = await one(0);
  const late = store.readFront();
  (await one(1)).answer({ content: [at("b"), at("a")] });
  await late;
  first.answer({ content: [at("a")] });
  await early;
  expect(ids(store)).toEqual(["b", "a"]);
});

it("pending memories are not requested again during a request", async () => {
  const store = new ListStore();
  const { asked, one } = reads();
  const look = store.readPending();
  await store.readPending();
  (await one(0)).answer({ content: [at("a", "pending")] });
  await look;
  expect(asked).toHaveLength(1);
  const next = store.readPending();
  (await one(1)).answer({ content: [at("a")] });
  await next;
  expect(store.getList().memories[0]?.status).toBe("ready");
});

it("API-27 a missed change further down is found, and the list stays meanwhile", async () => {
  const store = new ListStore();
  const { asked, one } = reads();
  const counts = (link: number) => ({ link, video: 0, tweet: 0, document: 0, note: 0 });
  const first = store.readFront();
  (await one(0)).answer({ content: [at("d"), at("c"), at("b"), at("a")], counts: counts(4) });
  await first;
  const again = store.readFront();
  (await one(1)).answer({ content: [at("d"), at("c")], counts: counts(3), nextCursor: "c" });
  const behind = await one(2);
  expect(Object.fromEntries(behind.query)).toEqual({ limit: "500", cursor: "c", type: "link" });
  expect(ids(store)).toEqual(["d", "c", "b", "a"]);
  behind.answer({ content: [at("a")] });
  await again;
  expect(ids(store)).toEqual(["d", "c", "a"]);
  expect(asked).toHaveLength(3);
});
