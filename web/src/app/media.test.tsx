import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, test, vi } from "vitest";
import { setToken } from "@/api/session";
import { Reader } from "@/features/reader";
import { stubLayout, stubNearness } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Recording, SavedTweet } from "./media";

beforeEach(() => {
  stubLayout();
  Element.prototype.scrollIntoView = vi.fn();
});

const VIDEO = aMemory({
  type: "video",
  title: "Clocks",
  link: "https://youtu.be/abc",
  imageUrl: "/picture.png",
  player: { frame: "https://frames.example/abc", play: "autoplay=1", start: "start={seconds}" },
});

function openVideo() {
  const blocks = [{ kind: "paragraph", spans: [{ text: "So." }], from: { passage: 0, offset: 0 }, second: 2 }];
  server.use(
    http.get("/api/v1/content/:id", () =>
      HttpResponse.json({ content: VIDEO, passages: [{ text: "So.", second: 2 }], text: "" }),
    ),
    http.get("/api/v1/content/:id/document", () => HttpResponse.json({ version: 1, blocks })),
  );
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Reader
        id={VIDEO._id}
        listed={VIDEO}
        cited={undefined}
        hash=""
        back="Back"
        focus={{ focused: false, toggle: () => {} }}
        onClose={() => {}}
        onDelete={() => {}}
        onRefresh={() => {}}
        renderAsk={() => null}
        renderMedia={(memory, start) => <Recording memory={memory} start={start} />}
      />
    </SWRConfig>,
  );
  return screen.findByRole("button", { name: "Play from 0:02" });
}

const frame = () => document.querySelector("iframe");

test("VIDEO-05 a time in an opened video plays it from there, paused or playing", async () => {
  const button = await openVideo();
  expect(screen.getByRole("button", { name: "Play Clocks" })).toBeVisible();
  await userEvent.click(button);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("autoplay=1&start=2")));
  const first = frame();
  await userEvent.click(button);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("autoplay=1&start=2")));
  expect(frame()).not.toBe(first);
  expect(screen.queryByRole("button", { name: /^Play Clocks/ })).toBeNull();
});

test("VIDEO-02 a pending video waits for its picture; a failed one is played as it is", async () => {
  const observe = stubNearness();
  const video = { ...VIDEO, imageUrl: "" };
  const { rerender } = render(<Recording memory={{ ...video, status: "pending" }} />);
  expect(observe).not.toHaveBeenCalled();
  expect(frame()).toBeNull();
  rerender(<Recording memory={{ ...video, status: "failed" }} />);
  await waitFor(() => expect(frame()).not.toBeNull());
});

test("TWEET-21 TWEET-22 a tweet that is not read yet is not requested; one that is fetched again is when that is done", async () => {
  setToken("token");
  vi.spyOn(console, "info").mockImplementation(() => {});
  let calls = 0;
  server.use(
    http.get("/api/tweet/:id", () => {
      calls += 1;
      return HttpResponse.json({ data: null }, { status: 404 });
    }),
  );
  const cache = new Map();
  const tweet = aMemory({ type: "tweet", status: "failed", link: "https://x.com/ada/status/7", tweetId: "7" });
  const page = (part: Partial<typeof tweet>) => (
    <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>
      <SavedTweet memory={{ ...tweet, ...part }} titleId="title" />
    </SWRConfig>
  );
  const { rerender, container } = render(page({ status: "pending" }));
  expect(container).toBeEmptyDOMElement();
  rerender(page({}));
  expect(await screen.findByText("Tweet not found")).toBeVisible();
  rerender(page({ status: "pending" }));
  expect(container).toBeEmptyDOMElement();
  rerender(page({ status: "ready" }));
  expect(await screen.findByText("Tweet not found")).toBeVisible();
  expect(calls).toBe(2);
});
