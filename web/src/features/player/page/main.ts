import "./page.css";
import type { PlayerMessage } from "../messages";
import { type PlayRequest, parseRequest } from "../play-request";
import type { Problem } from "../problem";
import type { FileKind } from "../source";
import { watchMedia } from "../watch-media";
import type { Attach } from "./attach";
import { handOver } from "./hand-over";

const plain: Attach = (media, src) => {
  media.src = src;
};

/** Each library is a chunk of its own. */
const ATTACH: Record<FileKind, () => Promise<Attach>> = {
  audio: async () => plain,
  video: async () => plain,
  hls: async () => (await import("./hls")).attach,
  dash: async () => (await import("./dash")).attach,
  flv: async () => (await import("./flv")).attach,
};

/** Any target origin is safe, because only Engram can frame this page. */
function tell(message: PlayerMessage): void {
  parent.postMessage(message, "*");
}

function play({ kind, src, title, startAt, play }: PlayRequest): void {
  const media = document.createElement(kind === "audio" ? "audio" : "video");
  media.controls = true;
  media.autoplay = play;
  media.preload = "metadata";
  media.setAttribute("playsinline", "");
  media.setAttribute("aria-label", title);
  document.title = title;
  document.body.append(media);
  watchMedia(media, startAt, tell);
  handOver(media);
  window.addEventListener("message", ({ source, data }) => {
    if (source === parent && data === "pause") media.pause();
  });
  window.addEventListener("focus", () => media.focus());
  const fail = (problem: Problem) => tell({ type: "error", problem });
  ATTACH[kind]().then(
    (attach) => attach(media, src, fail),
    () => fail("code"),
  );
}

const request = parseRequest(location.hash);
if (request) play(request);
