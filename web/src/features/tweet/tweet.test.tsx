import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setToken } from "@/api/session";
import { startOnly, stopOnly } from "@/lib/only-one";
import { server } from "@/test/server";
import { ForgetTweet } from "./forget";
import { SAMPLES, type SampleName, sample } from "./sample-tweets";
import { Tweet } from "./tweet";

// The tweet's chunk loads with the first one, also in tests.
beforeAll(() => import("./tweet-card"));
beforeEach(() => setToken("token"));

/** Renders a tweet with this response. `calls` are the requested ids. */
function show(answer: () => Response | Promise<Response>, id = "1790017000000134623") {
  const calls: unknown[] = [];
  server.use(
    http.get("/api/tweet/:id", ({ params, request }) => {
      calls.push(params.id);
      expect(request.headers.get("authorization")).toBe("token");
      return answer();
    }),
  );
  const cache = new Map();
  const page = (card: ReactNode) => (
    // The options that the app sets for all data.
    <SWRConfig value={{ provider: () => cache, errorRetryInterval: 20, focusThrottleInterval: 0, dedupingInterval: 0 }}>
      <article aria-labelledby="title">{card}</article>
    </SWRConfig>
  );
  const tweet = <Tweet id={id} titleId="title" />;
  const { container, rerender } = render(page(tweet));
  const become = {
    away: () => rerender(page(null)),
    back: () => rerender(page(tweet)),
    forgotten: () => rerender(page(<ForgetTweet id={id} />)),
  };
  return { calls, container, become };
}

const answered = (data: unknown) => () => HttpResponse.json({ data });

/** Renders one of the samples with these members replaced, and waits for it. */
async function showSample(name: SampleName, members: object = {}) {
  const shown = show(answered(sample(name, members)), SAMPLES[name]);
  await screen.findByRole("link", { name: "View on X" });
  return shown;
}

describe("a requested tweet", () => {
  it("TWEET-01 TWEET-21 shows a skeleton, then the tweet that its number leads to", async () => {
    const { calls, container } = show(async () => {
      await delay(50);
      return HttpResponse.json({ data: sample("plain") });
    });
    expect(container.querySelector(".skel")).toBeInTheDocument();
    expect(screen.getByRole("article")).toHaveAccessibleName("Loading a tweet");
    await screen.findByText(/The engine weaves/);
    expect(container.querySelector(".skel")).toBeNull();
    expect(screen.getByRole("article")).toHaveAccessibleName("Ada Lovelace");
    expect(calls).toEqual([SAMPLES.plain]);
  });

  it.each<[string, () => Response, "info" | "error", string]>([
    ["is not there", () => HttpResponse.json({ data: null }, { status: 404 }), "info", "404"],
    ["is empty", answered(null), "info", "200"],
    ["has no author", answered(sample("plain", { user: null })), "info", "200"],
    ["could not be read", () => HttpResponse.json({ message: "Sorry" }, { status: 500 }), "error", "500"],
    ["did not come", () => HttpResponse.error(), "error", "no answer"],
  ])(
    "TWEET-02 ERR-11 ERR-12 TWEET-22 one that %s is not found, logged once and not asked for again",
    async (...row) => {
      const [, answer, level, status] = row;
      const log = { info: vi.spyOn(console, "info"), error: vi.spyOn(console, "error") };
      for (const spy of Object.values(log)) spy.mockImplementation(() => {});
      const { calls } = show(answer);
      expect(await screen.findByRole("heading", { name: "Tweet not found" })).toBeVisible();
      expect(screen.getByText("The embedded tweet could not be found…")).toBeVisible();
      expect(screen.getByRole("article")).toHaveAccessibleName("Tweet not found");
      const line = `Failed to fetch tweet at "/api/tweet/${SAMPLES.plain}" with "${status}".`;
      expect(log[level].mock.calls).toEqual([[line]]);
      expect(log[level === "info" ? "error" : "info"]).not.toHaveBeenCalled();
      act(() => void window.dispatchEvent(new Event("focus")));
      await act(() => new Promise((resolve) => setTimeout(resolve, 150)));
      expect(calls).toHaveLength(1);
    },
  );

  it("TWEET-22 that has loaded is not requested again on focus", async () => {
    const { calls } = await showSample("plain");
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    act(() => void window.dispatchEvent(new Event("focus")));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(calls).toHaveLength(1);
  });

  it.each<[string, () => Response, RegExp]>([
    ["came", answered(sample("plain")), /The engine weaves/],
    ["is not there", () => HttpResponse.json({ data: null }, { status: 404 }), /^Tweet not found$/],
    ["did not come", () => HttpResponse.error(), /^Tweet not found$/],
  ])(
    "TWEET-22 that %s is asked for once however often its card comes and goes, and anew once forgotten",
    async (...row) => {
      const [, answer, words] = row;
      for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
      const { calls, become } = show(answer);
      const rests = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(await screen.findByText(words)).toBeVisible();
      become.away();
      become.back();
      expect(screen.getByText(words)).toBeVisible();
      await rests();
      expect(calls).toHaveLength(1);
      become.forgotten();
      await rests();
      expect(calls).toHaveLength(1);
      become.back();
      expect(await screen.findByText(words)).toBeVisible();
      await rests();
      expect(calls).toHaveLength(2);
    },
  );

  it("TWEET-02 without a number is not found, and not requested", async () => {
    const { calls } = show(answered(sample("plain")), "");
    expect(await screen.findByText("Tweet not found")).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe("a loaded tweet", () => {
  it("TWEET-03 TWEET-04 TWEET-05 names its author", async () => {
    const { container } = await showSample("business");
    expect(screen.getByText("Analytical Engines Ltd")).toBeVisible();
    expect(screen.getByText("@engines")).toBeVisible();
    expect(screen.getByText("Verified business")).toBeInTheDocument();
    const avatar = container.querySelector(".avatar");
    expect(avatar).toHaveClass("avatar-square");
    expect(avatar?.querySelector("img")).toHaveAttribute("src", expect.stringContaining("logo_normal.png"));
    fireEvent.error(avatar?.querySelector("img") as HTMLImageElement);
    expect(avatar).toHaveTextContent("AE");
  });

  it("TWEET-04 TWEET-05 has a round picture and no badge by default", async () => {
    const user = { name: "<b>Ada</b>", screen_name: "ada" };
    const { container } = await showSample("plain", { user });
    expect(container.querySelector(".avatar")).not.toHaveClass("avatar-square");
    expect(screen.queryByText(/^Verified/)).toBeNull();
    expect(screen.getByText("<b>Ada</b>")).toBeVisible();
  });

  it("TWEET-08 links to like, reply and follow, each in a new tab", async () => {
    const { container } = await showSample("plain");
    const target = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");
    expect(target(/^Like/)).toBe(`https://x.com/intent/like?tweet_id=${SAMPLES.plain}`);
    expect(target(/^Reply/)).toBe(`https://x.com/intent/tweet?in_reply_to=${SAMPLES.plain}`);
    expect(target(/^Follow/)).toBe("https://x.com/intent/follow?screen_name=ada");
    expect(target("View on X")).toBe(`https://x.com/ada/status/${SAMPLES.plain}`);
    for (const link of container.querySelectorAll("a")) {
      expect(link).toHaveAttribute("target", "_blank");
      expect(link).toHaveAttribute("rel", "noreferrer");
    }
  });

  it.each([
    [999, 0, "999", "Read more on X"],
    [1000, 1, "1.0K", "Read 1 reply"],
    [1_234_567, 1200, "1.2M", "Read 1.2K replies"],
  ])("TWEET-09 counts %d likes and %d replies", async (favorite_count, conversation_count, likes, replies) => {
    await showSample("plain", { favorite_count, conversation_count });
    expect(screen.getByText(likes)).toBeVisible();
    expect(screen.getByRole("link", { name: replies })).toHaveAttribute("href", expect.stringContaining("/status/"));
  });

  it("TWEET-06 TWEET-19 names whom it replies to", async () => {
    await showSample("reply");
    const link = screen.getByRole("link", { name: "Replying to @babbage" });
    expect(link).toHaveAttribute("href", "https://x.com/babbage/status/1790418000003310142");
  });

  it("TWEET-18 links the entities of its text", async () => {
    await showSample("plain");
    expect(screen.getByRole("link", { name: "#notes" })).toHaveAttribute("href", "https://x.com/hashtag/notes");
    expect(screen.getByText(/The engine weaves/)).toHaveAttribute("dir", "auto");
  });

  it("TWEET-17 shows its date, with the year if that is not this one", async () => {
    const at = new Date(new Date().getFullYear(), 10, 4, 9, 14);
    const { container } = await showSample("plain", { created_at: at.toISOString() });
    expect(container.querySelector("time")).toHaveTextContent(/^9:14 AM · Nov 4$/);
  });

  it("TWEET-17 shows the year of an older tweet", async () => {
    const { container } = await showSample("plain", { created_at: new Date(2020, 10, 4, 21, 5).toISOString() });
    expect(container.querySelector("time")).toHaveTextContent(/^9:05 PM · Nov 4, 2020$/);
  });

  it("TWEET-07 TWEET-20 shows pictures with alternative text, and the text when a picture fails to load", async () => {
    const { container } = await showSample("photo", {
      mediaDetails: [
        { type: "photo", media_url_https: "https://pbs.twimg.com/media/a.jpg", ext_alt_text: "The mill" },
        { type: "photo", media_url_https: "https://pbs.twimg.com/media/a.jpg" },
      ],
    });
    expect(container.querySelector(".tweet-media")).toHaveAttribute("data-count", "2");
    const picture = screen.getByRole("img", { name: "The mill" });
    expect(picture).toHaveAttribute("src", "https://pbs.twimg.com/media/a?format=jpg&name=small");
    expect(picture).toHaveAttribute("loading", "lazy");
    expect(screen.getByRole("img", { name: "Image" })).toBeInTheDocument();
    fireEvent.error(picture);
    expect(screen.getByText("The mill")).toBeVisible();
  });

  it("TWEET-19 shows the tweet that it quotes, with a link to it", async () => {
    const { container } = await showSample("quote");
    const quoted = within(container.querySelector("blockquote") as HTMLElement);
    expect(quoted.getByText("Charles Babbage 🧮")).toBeVisible();
    expect(quoted.getByText(/On two occasions/)).toBeVisible();
    expect(quoted.getByRole("link", { name: "Quoted tweet of @babbage" })).toHaveAttribute(
      "href",
      "https://x.com/babbage/status/1790418000003310142",
    );
  });
});

const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe("the copy button", () => {
  const NAME = "Copy link to Tweet";

  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, "clipboard");
  });

  async function withClipboard(writeText: () => Promise<void>) {
    Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
    await showSample("plain");
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button", { name: NAME }));
    await act(() => vi.advanceTimersByTimeAsync(0));
  }

  it("TWEET-10 TWEET-11 copies the address, says so for 6 seconds, and returns", async () => {
    const writeText = vi.fn(async () => {});
    await withClipboard(writeText);
    expect(writeText).toHaveBeenCalledWith(`https://x.com/ada/status/${SAMPLES.plain}`);
    expect(screen.getByRole("button", { name: "Copied!" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("The link is copied.");
    await passes(5990);
    expect(screen.getByRole("button", { name: "Copied!" })).toBeVisible();
    await passes(20);
    expect(screen.getByRole("button", { name: NAME })).toBeVisible();
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
  });

  it("TWEET-11 counts the 6 seconds from the last press", async () => {
    await withClipboard(async () => {});
    await passes(4000);
    fireEvent.click(screen.getByRole("button", { name: "Copied!" }));
    await passes(0);
    await passes(4000);
    expect(screen.getByRole("button", { name: "Copied!" })).toBeVisible();
    await passes(2010);
    expect(screen.getByRole("button", { name: NAME })).toBeVisible();
  });

  it("TWEET-10 shows its complete label at every width", async () => {
    await showSample("plain");
    expect(screen.getByText(NAME)).toBe(screen.getByRole("button", { name: NAME }));
  });

  it("TWEET-10 reports that the browser does not allow it", async () => {
    await withClipboard(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    expect(screen.getByRole("button", { name: "Not copied" })).toBeVisible();
    await passes(6010);
    expect(screen.getByRole("button", { name: NAME })).toBeVisible();
  });
});

describe("a tweet's video", () => {
  afterEach(() => void vi.useRealTimers());

  async function withVideo(play: () => Promise<void> = async () => {}) {
    HTMLMediaElement.prototype.play = vi.fn(play);
    const { container } = await showSample("video");
    vi.useFakeTimers();
    const video = container.querySelector("video") as HTMLVideoElement;
    return { video, way: () => container.querySelector(".tweet-watch") };
  }
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Play video" }));

  it("TWEET-07 TWEET-12 TWEET-13 TWEET-16 does not move and has no controls until it is pressed", async () => {
    const { video, way } = await withVideo();
    expect(video).not.toHaveAttribute("controls");
    expect(video).toHaveAttribute("poster", expect.stringContaining("carry.jpg"));
    expect(video).toHaveAttribute("src", expect.stringContaining("/640x360/mid.mp4"));
    expect(video).toHaveAttribute("preload", "none");
    expect(video).toHaveAccessibleName("Wheels turning one after the other");
    expect(way()).toHaveTextContent("Watch on X");
    press();
    expect(video.play).toHaveBeenCalledOnce();
    expect(video).toHaveAttribute("controls");
    expect(video).toHaveFocus();
    expect(way()).toBeNull();
    expect(screen.queryByRole("button", { name: "Play video" })).toBeNull();
    await passes(0);
  });

  it("TWEET-13 TWEET-15 a pause counts after 100 ms: seeking is no pause", async () => {
    const { video, way } = await withVideo();
    press();
    fireEvent.play(video);
    fireEvent.pause(video);
    await passes(99);
    fireEvent.play(video);
    await passes(200);
    expect(way()).toBeNull();
    fireEvent.pause(video);
    await passes(99);
    expect(way()).toBeNull();
    await passes(1);
    expect(way()).toHaveTextContent("Continue watching on X");
    expect(way()).toHaveAttribute("href", `https://x.com/ada/status/${SAMPLES.video}`);
    fireEvent.play(video);
    expect(way()).toBeNull();
  });

  it("TWEET-14 that has ended links to its replies, until it is played again", async () => {
    const { video, way } = await withVideo();
    press();
    fireEvent.pause(video);
    fireEvent.ended(video);
    await passes(150);
    expect(way()).toHaveTextContent("View replies");
    fireEvent.play(video);
    expect(way()).toBeNull();
  });

  it("TWEET-12 that the browser does not start gets the browser's controls", async () => {
    const { video, way } = await withVideo(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    press();
    await passes(100);
    expect(way()).toHaveTextContent("Continue watching on X");
    expect(video).toHaveAttribute("controls");
  });

  it("TWEET-13 that fails to load says so, and links to its site", async () => {
    const { video, way } = await withVideo();
    press();
    fireEvent.error(video);
    expect(screen.getByText("This video can’t be played here.")).toBeVisible();
    expect(video).not.toHaveAttribute("controls");
    expect(way()).toHaveTextContent("Watch on X");
    await passes(0);
  });

  it("TWEET-13 that fails while playing links to its site", async () => {
    const { video, way } = await withVideo();
    press();
    fireEvent.play(video);
    fireEvent.playing(video);
    fireEvent.error(video);
    expect(screen.getByText("This video can’t be played here.")).toBeVisible();
    expect(way()).toHaveTextContent("Continue watching on X");
    await passes(0);
  });

  it("TWEET-07 pauses other players when it starts, and is paused by them", async () => {
    const other = { pause: vi.fn() };
    startOnly(other, other.pause);
    const { video } = await withVideo();
    const pause = vi.spyOn(video, "pause").mockImplementation(() => {});
    fireEvent.play(video);
    expect(other.pause).toHaveBeenCalledOnce();
    startOnly(other, other.pause);
    expect(pause).toHaveBeenCalledOnce();
    fireEvent.play(video);
    cleanup();
    startOnly(other, other.pause);
    expect(pause).toHaveBeenCalledOnce();
    stopOnly(other);
  });

  it("TWEET-07 an animated picture loops without sound, once it is pressed", async () => {
    HTMLMediaElement.prototype.play = vi.fn(async () => {});
    const { container } = await showSample("video", {
      mediaDetails: [{ ...(sample("video").mediaDetails as object[])[0], type: "animated_gif" }],
    });
    const video = container.querySelector("video") as HTMLVideoElement;
    expect(video.loop).toBe(true);
    expect(video.muted).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Play GIF" }));
    expect(video.play).toHaveBeenCalledOnce();
    await act(async () => {});
  });
});
