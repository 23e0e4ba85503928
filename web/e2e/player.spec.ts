import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, forget, signUp, test } from "./fixture";

const FILES = "https://media.example";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#264653"/><circle cx="11" cy="3" r="2" fill="#e9c46a"/></svg>`;

type Video = { title: string; link: string; imageUrl?: string; duration?: number };

const KINDS: Record<string, string> = { mp4: "video", wav: "audio", m3u8: "hls", mpd: "dash", flv: "flv" };

/** What the server says of these recordings: internal/memory/frame_test.go has all forms. */
function playerOf(link: string) {
  const frames: Record<string, object> = {
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ": {
      frame: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0",
      play: "autoplay=1",
    },
    "https://youtu.be/abc": { frame: "https://www.youtube-nocookie.com/embed/abc?rel=0", play: "autoplay=1" },
    "https://streamable.com/moo": { frame: "https://streamable.com/e/moo", play: "autoplay=1" },
  };
  const vimeo = /^https:\/\/vimeo\.com\/(\d+)$/.exec(link)?.[1];
  if (vimeo) return { frame: `https://player.vimeo.com/video/${vimeo}?dnt=1`, play: "autoplay=1" };
  return frames[link] ?? { file: KINDS[link.split(".").pop() ?? ""] };
}

/** Signs up, and opens a dashboard that lists these recordings. */
async function openWith(page: Page, ...videos: Video[]) {
  const content = videos.map((video, index) => ({
    _id: `video-${index}`,
    type: "video",
    description: "",
    imageUrl: "",
    status: "ready",
    error: "",
    createdAt: "2026-11-20T08:12:00Z",
    tags: [],
    player: playerOf(video.link),
    ...video,
  }));
  const of = (type: string) => (type === "all" || type === "video" ? content.length : 0);
  const kinds = ["all", "link", "video", "tweet", "note", "document"];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, of(kind)]));
  await page.route(/\/api\/v1\/content(\?|$)/, (route) => route.fulfill({ json: { content, counts } }));
  await page.route("**/picture.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: picture }));
  await signUp(page);
}

/** Every request to somebody else, from now on. */
function strangersOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { host } = new URL(request.url());
    if (host && !host.startsWith("127.0.0.1")) asked.push(request.url());
  });
  return asked;
}

/** A service's player that is there at once. */
async function answerAt(page: Page, host: string) {
  await page.route(`https://${host}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>${host}</title><body style="margin:0;background:#123;color:#fff;font:16px sans-serif"><button>Pause</button>`,
    }),
  );
}

const fixture = (name: string) => readFileSync(`e2e/fixtures/${name}`);

const MPD = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="static"
  mediaPresentationDuration="PT4S" minBufferTime="PT4S"><Period start="PT0S"><AdaptationSet contentType="video" segmentAlignment="true">
  <Representation id="0" mimeType="video/mp4" codecs="avc1.64000a" bandwidth="6094" width="96" height="54"><SegmentTemplate
  timescale="1" duration="2" initialization="film-init.mp4" media="film-$Number$.m4s" startNumber="1"/></Representation>
  </AdaptationSet></Period></MPD>`;

const M3U8 = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="film-init.mp4"
#EXTINF:2,
film-1.m4s
#EXTINF:2,
film-2.m4s
#EXT-X-ENDLIST
`;

/** A second of silence. */
function wav(): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF\0\0\0\0WAVEfmt ");
  header.writeUInt32LE(36 + 8000, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(8000, 40);
  return Buffer.concat([header, Buffer.alloc(8000, 128)]);
}

/** Files of every kind, of a host that lets any page read them. */
async function serveFiles(page: Page, origin = FILES) {
  const files: Record<string, [type: string, body: Buffer | string]> = {
    "/film.mp4": ["video/mp4", fixture("film.mp4")],
    "/song.wav": ["audio/wav", wav()],
    "/film.flv": ["video/x-flv", fixture("film.flv")],
    "/film.m3u8": ["application/vnd.apple.mpegurl", M3U8],
    "/film.mpd": ["application/dash+xml", MPD],
    "/film-init.mp4": ["video/mp4", fixture("film-init.mp4")],
    "/film-1.m4s": ["video/mp4", fixture("film-1.m4s")],
    "/film-2.m4s": ["video/mp4", fixture("film-2.m4s")],
  };
  await page.route(`${origin}/**`, (route) => {
    const headers = { "access-control-allow-origin": "*" };
    const file = files[new URL(route.request().url()).pathname];
    return route.fulfill(file ? { contentType: file[0], body: file[1], headers } : { status: 404, headers });
  });
}

const stage = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("VIDEO-01 VIDEO-02 VIDEO-07 a preview plays on a click; a missing chunk and a player that never responds say so", async ({
  page,
  consoleMessages,
}) => {
  const asked = strangersOf(page);
  await answerAt(page, "www.youtube-nocookie.com");
  let answers = false;
  await page.route("https://streamable.com/**", (route) =>
    answers ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>S</title>" }) : undefined,
  );
  await page.clock.install();
  const missing = (route: Route) => route.fulfill({ status: 404, body: "" });
  await page.route("**/assets/stage-*.js", missing);
  await openWith(
    page,
    {
      title: "Slow waves",
      link: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      imageUrl: "/picture.svg",
      duration: 1447,
    },
    { title: "Moo", link: "https://streamable.com/moo", imageUrl: "/picture.svg" },
  );
  const [waves, moo] = [stage(page, "Slow waves"), stage(page, "Moo")];

  await test.step("a missing chunk is reported once, and the card works on", async () => {
    await moo.getByRole("button", { name: "Play Moo" }).click();
    await expect(moo.getByText("The player could not be loaded.")).toBeVisible();
    await expect(page.getByText("Part of Engram could not be loaded.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
    forget(consoleMessages, /status of 404/);
    await page.unroute("**/assets/stage-*.js", missing);
    await page.reload();
  });

  await test.step("a preview plays on a click, and nothing is requested before", async () => {
    await expect(waves.getByText("24:07")).toBeVisible();
    await expect(waves.locator("iframe")).toHaveCount(0);
    // On its card, both at one moment: what stands above that may still be arriving.
    const place = () =>
      waves.evaluate((stage) => {
        const [card, box] = [stage.closest("article"), stage].map((element) => element?.getBoundingClientRect());
        return box && card && { x: box.x, y: box.y - card.y, width: box.width, height: box.height };
      });
    const before = await place();
    expect(asked).toEqual([]);
    await waves.getByRole("button", { name: "Play Slow waves" }).focus();
    await page.keyboard.press("Enter");
    const frame = waves.locator("iframe");
    await expect(frame).toBeVisible();
    await expect(frame).toHaveAttribute("src", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&autoplay=1");
    await expect(frame).toHaveAttribute("title", "Slow waves");
    await expect(frame).toBeFocused();
    expect(asked.every((url) => url.startsWith("https://www.youtube-nocookie.com/"))).toBe(true);
    await expect.poll(place).toEqual(before);
    await expect(page).toHaveURL(/\/home$/);
    await waves.frameLocator("iframe").getByRole("button", { name: "Pause" }).click();
  });

  await test.step("a player that never responds says so, and can be retried", async () => {
    await moo.getByRole("button", { name: "Play Moo" }).click();
    await expect(moo.locator("iframe")).toBeAttached();
    await page.clock.fastForward(15_100);
    await expect(moo.getByText("The player does not answer.")).toBeVisible();
    await expect(moo.getByRole("link", { name: "Open at streamable.com" })).toHaveAttribute(
      "href",
      "https://streamable.com/moo",
    );
    await expectAccessible(page);
    answers = true;
    await moo.getByRole("button", { name: "Try again" }).click();
    await expect(moo.locator("iframe")).toBeVisible();
  });
});

test("VIDEO-01 without a preview the player loads when it is near, under a placeholder 200 high", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const asked = strangersOf(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("https://player.vimeo.com/**", async (route) => {
    await answered;
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Vimeo</title>" });
  });
  await page.setViewportSize({ width: 390, height: 700 });
  const film = (n: number) => ({ title: `Film ${n}`, link: `https://vimeo.com/${n}` });
  await openWith(page, film(1), film(2), film(3), film(4), film(5), film(6));
  const last = stage(page, "Film 6");
  await stage(page, "Film 1").scrollIntoViewIfNeeded();
  const wait = stage(page, "Film 1").locator(".player-wait");
  await expect.poll(async () => (await wait.boundingBox())?.height).toBe(200);
  await expect(wait).toHaveCSS("animation-name", "player-pulse");
  await expect.poll(() => asked.some((url) => url.includes("/video/1"))).toBe(true);
  await expect(stage(page, "Film 1").locator("iframe")).toBeHidden();
  await expect(last.locator("iframe")).toHaveCount(0);
  expect(asked.filter((url) => url.includes("/video/6"))).toEqual([]);
  const height = async () => (await stage(page, "Film 1").boundingBox())?.height;
  const before = await height();
  answer();
  await expect(stage(page, "Film 1").locator("iframe")).toBeVisible();
  await expect(wait).toHaveCount(0);
  await expect.poll(height).toBe(before);
  // Cards far below are not on the page yet.
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(last).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(last.locator("iframe")).toBeVisible();
});

test("VIDEO-04 VIDEO-05 files play one at a time, also over http from the network; previews, players and problems pass axe", async ({
  page,
}) => {
  await serveFiles(page);
  await serveFiles(page, "http://nas.example");
  await answerAt(page, "player.vimeo.com");
  await openWith(
    page,
    { title: "A preview", link: `${FILES}/film.mp4`, imageUrl: "/picture.svg", duration: 90 },
    { title: "A player", link: "https://vimeo.com/1" },
    { title: "A song", link: `${FILES}/song.wav` },
    { title: "A film", link: `${FILES}/film.mp4` },
    { title: "A clip", link: "https://www.youtube.com/clip/Ugkx" },
    { title: "At home", link: "http://nas.example/film.mp4", imageUrl: "/picture.svg" },
  );
  await expect(stage(page, "A clip").getByText("This can’t be played here.")).toBeVisible();
  await expect(stage(page, "A player").locator("iframe")).toBeVisible();
  await expect(stage(page, "A film").locator("video")).toBeVisible();
  await expectAccessible(page);

  const film = stage(page, "A preview").locator("video");
  const song = stage(page, "A song").locator("audio");
  await expect(song).toBeVisible();
  await expect(stage(page, "A song").getByText("0:01")).toBeVisible();
  await stage(page, "A preview").getByRole("button").click();
  await expect(film).toBeVisible();
  await expect(film).toBeFocused();
  await expect.poll(() => film.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0);
  await song.evaluate((media: HTMLAudioElement) => media.play());
  await expect.poll(() => film.evaluate((media: HTMLVideoElement) => media.paused)).toBe(true);

  await stage(page, "At home").getByRole("button").click();
  const media = stage(page, "At home").frameLocator("iframe").locator("video");
  await expect.poll(() => media.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
});

const STREAMS = [
  { kind: "HLS", file: "film.m3u8" },
  { kind: "DASH", file: "film.mpd" },
  { kind: "FLV", file: "film.flv" },
];

/** As in a browser that has no HLS of its own. */
const playNothing = (page: Page) =>
  page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => "";
  });

test("VIDEO-04 VIDEO-06 streams play in a page that has no origin, and a missing video or stream shows a message", async ({
  page,
  consoleMessages,
}) => {
  await playNothing(page);
  await serveFiles(page);
  const streams = STREAMS.map(({ kind, file }) => ({
    title: kind,
    link: `${FILES}/${file}`,
    imageUrl: "/picture.svg",
  }));
  const gone = STREAMS.map(({ kind, file }) => ({
    title: `No ${kind}`,
    link: `${FILES}/gone-${file}`,
    imageUrl: "/picture.svg",
  }));
  await openWith(page, ...streams, { title: "Gone", link: `${FILES}/gone.mp4` }, ...gone);

  for (const { kind } of STREAMS)
    await test.step(`${kind} plays`, async () => {
      const player = stage(page, kind);
      await player.getByRole("button").click();
      const frame = player.locator("iframe");
      await expect(frame).toBeVisible();
      await expect(frame).toHaveAttribute("sandbox", "allow-scripts");
      const media = player.frameLocator("iframe").locator("video");
      await expect.poll(() => media.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
      expect(await media.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(96);
      expect(await media.evaluate(() => self.origin)).toBe("null");
      const storage = await media.evaluate(() => {
        try {
          return localStorage.length;
        } catch (error) {
          return (error as Error).name;
        }
      });
      expect(storage).toBe("SecurityError");
    });

  await expect(stage(page, "Gone").getByText("The recording could not be played.")).toBeVisible();
  await expect(stage(page, "Gone").getByRole("button", { name: "Try again" })).toBeVisible();
  for (const { kind } of STREAMS) {
    const player = stage(page, `No ${kind}`);
    await player.getByRole("button").click();
    await expect(player.getByText("The recording could not be fetched.")).toBeVisible();
    await expect(player.getByRole("link", { name: "Open at media.example" })).toBeVisible();
  }
  // The browser itself notes what was not there.
  forget(consoleMessages, /status of 404/);
});
