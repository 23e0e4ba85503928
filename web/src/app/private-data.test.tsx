import { act, render, screen } from "@testing-library/react";
import useSWR from "swr";
import { expect, it } from "vitest";
import { tellPlanChange } from "@/api/plan-changes";
import { setToken } from "@/api/session";
import { PrivateData } from "./private-data";

let reads = 0;

function Reader() {
  const { data } = useSWR("data", async () => `read ${++reads}`, { revalidateIfStale: false });
  return <p>{data ?? "nothing yet"}</p>;
}

function Badge() {
  const { data } = useSWR("user", async () => `plan ${++reads}`, { revalidateIfStale: false });
  return <p>{data ?? "nothing yet"}</p>;
}

const page = (
  <PrivateData>
    <Reader />
  </PrivateData>
);

it("data is cached for the next page of the same user, and for no other user", async () => {
  setToken("first");
  const { unmount } = render(page);
  expect(await screen.findByText("read 1")).toBeVisible();
  unmount();
  render(page);
  expect(screen.getByText("read 1")).toBeVisible();
  act(() => setToken("second"));
  expect(screen.queryByText("read 1")).toBeNull();
  expect(await screen.findByText("read 2")).toBeVisible();
});

it("HOME-03 after a change of plan the user is requested again on any open page", async () => {
  setToken("third");
  reads = 0;
  const badge = (
    <PrivateData>
      <Badge />
    </PrivateData>
  );
  const { unmount } = render(badge);
  expect(await screen.findByText(/plan/)).toHaveTextContent("plan 1");
  act(tellPlanChange);
  expect(await screen.findByText("plan 2")).toBeVisible();
  unmount();
  act(tellPlanChange);
  expect(reads).toBe(2);
});
