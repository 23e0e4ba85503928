import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { stubLayout, stubNearness } from "@/test/layout";
import { MediaEmbed, type MediaEmbedProps } from "./media-embed";

beforeEach(stubLayout);

const film: MediaEmbedProps = {
  url: "https://youtu.be/abc",
  playing: { frame: "https://frames.example/embed/abc?rel=0", play: "autoplay=1", start: "start={seconds}" },
  title: "Slow waves",
  preview: "/picture.png",
  duration: 1447,
  startAt: 0,
};

const frame = () => document.querySelector("iframe");
const wait = () => document.querySelector(".player-wait");

async function play(part: Partial<MediaEmbedProps> = {}) {
  const view = render(<MediaEmbed {...film} {...part} />);
  await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
  return view;
}

test("VIDEO-02 a preview shows its length, and the player after a click, in the keyboard’s reach", async () => {
  await play();
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("/embed/abc?rel=0&autoplay=1")));
  expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
  expect(screen.getByRole("group", { name: "Slow waves" })).toHaveFocus();
  fireEvent.load(frame() as HTMLIFrameElement);
  expect(frame()).toHaveFocus();
});

test("VIDEO-02 a preview shows its length, or where it starts", () => {
  const { rerender } = render(<MediaEmbed {...film} />);
  expect(screen.getByText("24:07")).toBeVisible();
  expect(frame()).toBeNull();
  rerender(<MediaEmbed {...film} key="2" startAt={75} />);
  expect(screen.getByRole("button", { name: "Play Slow waves from 1:15" })).toHaveTextContent("from 1:15");
});

test("VIDEO-02 a preview without its picture, and a recording without a name, can be played", async () => {
  render(<MediaEmbed {...film} title="" />);
  fireEvent.error(document.querySelector("img") as HTMLImageElement);
  expect(document.querySelector("img")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Play Recording" }));
  await waitFor(() => expect(frame()).toHaveAttribute("title", "Recording"));
});

test("VIDEO-01 the placeholder stays until the player is ready", async () => {
  const onReady = vi.fn();
  stubNearness();
  render(<MediaEmbed {...film} preview="" onReady={onReady} />);
  expect(wait()).toBeInTheDocument();
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.not.stringContaining("autoplay")));
  expect(wait()).toBeInTheDocument();
  expect(onReady).not.toHaveBeenCalled();
  fireEvent.load(frame() as HTMLIFrameElement);
  expect(wait()).toBeNull();
  expect(onReady).toHaveBeenCalledOnce();
});

test("VIDEO-01 a player loads when it is reported far and then near in one callback", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.tell([{ isIntersecting: false }, { isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  render(<MediaEmbed {...film} preview="" />);
  await waitFor(() => expect(frame()).not.toBeNull());
});

test("VIDEO-01 without a preview nothing third-party is loaded while it is far away", () => {
  render(<MediaEmbed {...film} preview="" />);
  expect(wait()).toBeInTheDocument();
  expect(frame()).toBeNull();
});

test("VIDEO-06 a player that is not ready after 15 seconds says so, and can be tried again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const onError = vi.fn();
  render(<MediaEmbed {...film} onError={onError} />);
  fireEvent.click(screen.getByRole("button", { name: /^Play/ }));
  await waitFor(() => expect(frame()).not.toBeNull());
  await act(() => vi.advanceTimersByTimeAsync(14_000));
  expect(onError).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1100));
  expect(screen.getByText("The player does not answer.")).toBeVisible();
  expect(onError).toHaveBeenCalledExactlyOnceWith("silent");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(frame()).not.toBeNull();
});

test("VIDEO-06 a recording that plays only on its own site links there", async () => {
  const onError = vi.fn();
  await play({ url: "https://on.soundcloud.com/AbC12", playing: { name: "SoundCloud" }, onError });
  expect(await screen.findByText("This can’t be played here.")).toBeVisible();
  expect(onError).toHaveBeenCalledExactlyOnceWith("nowhere");
  expect(screen.getByRole("link", { name: "Open at on.soundcloud.com" })).toHaveAttribute(
    "href",
    "https://on.soundcloud.com/AbC12",
  );
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("VIDEO-06 an address that is no link is not offered as one", async () => {
  await play({ url: "javascript:alert(1)", playing: { file: "video" } });
  expect(await screen.findByText("This can’t be played here.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});

test("VIDEO-04 VIDEO-06 a file plays in the page, and shows its error", async () => {
  const onError = vi.fn();
  await play({ url: "https://example.com/song.mp3", playing: { file: "audio" }, onError });
  await waitFor(() => expect(document.querySelector("audio")).not.toBeNull());
  const audio = document.querySelector("audio") as HTMLAudioElement;
  expect(audio).toHaveAttribute("src", "https://example.com/song.mp3");
  vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
  fireEvent(audio, new Event("error"));
  expect(screen.getByText("The recording could not be played.")).toBeVisible();
  expect(onError).toHaveBeenCalledExactlyOnceWith("unplayable");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(document.querySelector("audio")).not.toBe(audio);
});

test("VIDEO-04 VIDEO-05 a stream plays in a page without an origin, and messages of others are ignored", async () => {
  const told = { onReady: vi.fn(), onDuration: vi.fn(), onProgress: vi.fn(), onError: vi.fn() };
  await play({ url: "https://example.com/film.mpd", playing: { file: "dash" }, ...told });
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringMatching(/^\/player\.html#kind=dash&/)));
  expect(frame()).toHaveAttribute("sandbox", "allow-scripts");
  const say = (data: unknown, source: MessageEventSource | null | undefined) =>
    act(() => void window.dispatchEvent(new MessageEvent("message", { data, source: source ?? null })));
  await say({ type: "ready" }, window);
  await say({ type: "error", problem: "unplayable" }, null);
  expect(told.onReady).not.toHaveBeenCalled();
  const own = frame()?.contentWindow;
  await say({ type: "ready" }, own);
  await say({ type: "duration", duration: 61 }, own);
  expect(screen.getByText("1:01")).toBeVisible();
  await say({ type: "play" }, own);
  expect(screen.queryByText("1:01")).toBeNull();
  await say({ type: "progress", place: 3 }, own);
  await say({ type: "sabotage" }, own);
  expect(told.onDuration).toHaveBeenCalledExactlyOnceWith(61);
  expect(told.onProgress).toHaveBeenCalledExactlyOnceWith(3);
  expect(told.onError).not.toHaveBeenCalled();
  await say({ type: "error", problem: "code" }, own);
  expect(screen.getByText("The player could not be loaded.")).toBeVisible();
  expect(told.onError).toHaveBeenCalledExactlyOnceWith("code");
});

test("VIDEO-05 a recording resumes at its last position when its card remounts", async () => {
  const url = "https://example.com/left.mpd";
  const { unmount } = await play({ url, playing: { file: "dash" } });
  await waitFor(() => expect(frame()).not.toBeNull());
  const source = frame()?.contentWindow ?? null;
  act(() => void window.dispatchEvent(new MessageEvent("message", { data: { type: "progress", place: 42 }, source })));
  unmount();
  await play({ url, playing: { file: "dash" } });
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("startAt=42")));
});

test("VIDEO-05 a press on a time plays from there at once, and so does the next one", async () => {
  const { rerender } = render(<MediaEmbed {...film} />);
  rerender(<MediaEmbed {...film} startAt={90} presses={1} />);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("autoplay=1&start=90")));
  const first = frame();
  rerender(<MediaEmbed {...film} startAt={90} presses={2} />);
  await waitFor(() => expect(frame()).toHaveAttribute("src", expect.stringContaining("autoplay=1&start=90")));
  expect(frame()).not.toBe(first);
});

test("VIDEO-04 a stream keeps its URL when its title arrives: another URL would add a history entry", async () => {
  const url = "https://example.com/named-late.mpd";
  const { rerender } = await play({ url, playing: { file: "dash" }, title: "" });
  await waitFor(() => expect(frame()).not.toBeNull());
  const before = frame();
  const src = before?.getAttribute("src");
  rerender(<MediaEmbed {...film} url={url} playing={{ file: "dash" }} title="Slow waves" />);
  expect(frame()).toBe(before);
  expect(frame()).toHaveAttribute("title", "Slow waves");
  expect(frame()).toHaveAttribute("src", src);
});

test("VIDEO-02 nothing third-party is loaded while its preview may still arrive, however near it is", async () => {
  stubNearness();
  const { rerender } = render(<MediaEmbed {...film} preview="" awaited />);
  expect(wait()).toBeInTheDocument();
  rerender(<MediaEmbed {...film} awaited={false} />);
  expect(screen.getByRole("button", { name: "Play Slow waves" })).toBeVisible();
  expect(frame()).toBeNull();
  rerender(<MediaEmbed {...film} preview="" />);
  await waitFor(() => expect(frame()).not.toBeNull());
});

test("VIDEO-06 a player that fails while it has the focus leaves the focus in its frame", async () => {
  await play({ url: "https://example.com/breaks.mp3", playing: { file: "audio" } });
  await waitFor(() => expect(document.querySelector("audio")).not.toBeNull());
  const audio = document.querySelector("audio") as HTMLAudioElement;
  fireEvent(audio, new Event("loadedmetadata"));
  audio.tabIndex = 0;
  audio.focus();
  expect(audio).toHaveFocus();
  vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
  fireEvent(audio, new Event("error"));
  expect(screen.getByRole("group", { name: "Slow waves" })).toHaveFocus();
});

test("VIDEO-06 VIDEO-07 a player whose code failed to load links out, and can be retried without losing the focus", async () => {
  let lost = true;
  vi.resetModules();
  vi.doMock("./stage", async (original) => {
    if (lost) throw new Error("gone");
    return original();
  });
  onTestFinished(() => void vi.doUnmock("./stage"));
  const fresh = await import("./media-embed");
  render(<fresh.MediaEmbed {...film} />);
  await userEvent.click(screen.getByRole("button", { name: /^Play/ }));
  expect(await screen.findByText("The player could not be loaded.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open at youtu.be" })).toHaveAttribute("href", film.url);
  lost = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("group", { name: "Slow waves" })).toHaveFocus();
});
