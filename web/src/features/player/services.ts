import { startIn } from "./start-in";

export type PlayOptions = {
  /** In seconds; 0: where the address itself says, or the beginning. */
  startAt: number;
  /** Whether it plays as soon as it is there. */
  play: boolean;
  /** Of our own page: one service plays only where it is told who frames it. */
  host: string;
};

/** The address at which a service plays what an address of its own leads to; nothing when it does not tell. */
type ToFrame = (url: URL, options: PlayOptions) => URL | undefined;

type Parameters = Record<string, string | number | false | undefined>;

/** An address with the parameters that have a value. */
function withParameters(address: string, parameters: Parameters): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, String(value));
  return url;
}

/** What the pattern's first filled group finds. */
function find(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.slice(1).find(Boolean);
}

const parameter = (url: URL, name: string, pattern: RegExp) => find(url.searchParams.get(name) ?? "", pattern);

const WORD = /^([\w-]+)$/;

const youTube: ToFrame = (url, options) => {
  if (url.pathname === "/attribution_link") return attributed(url, options);
  const inPath = /^\/(?:watch|shorts|embed|live|v|e)\/([\w-]+)/;
  const id = parameter(url, "v", WORD) ?? find(url.pathname, inPath);
  const list = parameter(url, "list", WORD);
  const wishes = { start: options.startAt || startIn(url), autoplay: options.play && 1, rel: "0" };
  const frame = (path: string, more: Parameters = {}) =>
    withParameters(`https://www.youtube-nocookie.com/embed/${path}`, { ...wishes, ...more });
  if (id === "live_stream") return frame(id, { channel: parameter(url, "channel", WORD) });
  if (id && id !== "videoseries") return frame(id);
  return list ? frame("videoseries", { list, listType: parameter(url, "listType", WORD) }) : undefined;
};

/** A link that tells who shared it, round the address of a recording. */
function attributed(url: URL, options: PlayOptions): URL | undefined {
  const [path, base] = [url.searchParams.get("u") ?? "", "https://www.youtube.com"];
  if (!URL.canParse(path, base)) return undefined;
  const inner = new URL(path, base);
  return inner.host === "www.youtube.com" && inner.pathname === "/watch" ? youTube(inner, options) : undefined;
}

const youTubeShort: ToFrame = ({ pathname, search }, options) =>
  youTube(new URL(`https://www.youtube.com/embed${pathname}${search}`), options);

const soundCloud: ToFrame = ({ pathname }, options) =>
  /^\/[^/]+\/[^/]+/.test(pathname) ? soundCloudWidget(`https://soundcloud.com${pathname}`, options) : undefined;

const soundCloudApi: ToFrame = ({ pathname }, options) =>
  soundCloudWidget(`https://api.soundcloud.com${pathname}`, options);

const soundCloudEmbedded: ToFrame = (url, options) => {
  const inner = url.searchParams.get("url") ?? "";
  return /^https:\/\/(?:api\.)?soundcloud\.com\/./.test(inner) ? soundCloudWidget(inner, options) : undefined;
};

function soundCloudWidget(url: string, { play }: PlayOptions): URL {
  return withParameters("https://w.soundcloud.com/player/", { url, visual: "true", auto_play: play && "true" });
}

const vimeo: ToFrame = (url, { startAt, play }) => {
  const { pathname } = url;
  const seconds = startAt || startIn(url);
  const wishes = { dnt: 1, autoplay: play && 1 };
  const [, event, eventHash] = /^\/event\/(\d+)(?:\/(?:embed\/?)?([0-9a-f]{6,})?)?/.exec(pathname) ?? [];
  if (event) return withParameters(`https://vimeo.com/event/${event}/embed${eventHash ? `/${eventHash}` : ""}`, wishes);
  const showcase = find(pathname, /^\/(?:album|showcase)\/(\d+)(?:\/embed)?\/?$/);
  if (showcase) return withParameters(`https://vimeo.com/showcase/${showcase}/embed`, wishes);
  const [, id, hashInPath] =
    /^\/(?:(?:channels|groups|ondemand|album|showcase)\/[^/]+\/)?(?:videos?\/)?(\d+)(?:\/([0-9a-f]+))?(?:\/|$)/.exec(
      pathname,
    ) ?? [];
  if (!id) return undefined;
  const h = hashInPath ?? parameter(url, "h", /^([0-9a-f]+)$/);
  const frame = withParameters(`https://player.vimeo.com/video/${id}`, { h, ...wishes });
  if (seconds) frame.hash = `t=${seconds}s`;
  return frame;
};

const mux: ToFrame = (url, { startAt, play }) => {
  const id = find(url.pathname, /^\/([A-Za-z0-9]+)/);
  if (!id) return undefined;
  const token = parameter(url, "playback-token", /^([\w.-]+)$/) ?? parameter(url, "token", /^([\w.-]+)$/);
  const wishes = { "start-time": startAt || startIn(url), autoplay: play && "true", "playback-token": token };
  return withParameters(`https://player.mux.com/${id}`, wishes);
};

const facebook: ToFrame = (url, options) => {
  if (url.pathname === "/plugins/video.php") {
    const inner = url.searchParams.get("href") ?? "";
    return /^https:\/\/(?:[a-z-]+\.)?facebook\.com\/./.test(inner) ? facebook(new URL(inner), options) : undefined;
  }
  const id = parameter(url, "video_id", /^(\d+)$/);
  const path = id ? `/watch/?v=${id}` : url.pathname + url.search;
  return facebookPlugin(`https://www.facebook.com${path}`, options);
};

const facebookShort: ToFrame = ({ pathname }, options) => facebookPlugin(`https://fb.watch${pathname}`, options);

function facebookPlugin(href: string, { startAt, play }: PlayOptions): URL {
  const wishes = { href, show_text: "false", t: startAt, autoplay: play && "true" };
  return withParameters("https://www.facebook.com/plugins/video.php", wishes);
}

const streamable: ToFrame = ({ pathname }, { play }) => {
  const id = find(pathname, /^\/(?:[eos]\/)?([a-z0-9]+)/);
  return id ? withParameters(`https://streamable.com/e/${id}`, { autoplay: play && 1 }) : undefined;
};

const wistia: ToFrame = (url, { startAt, play }) => {
  const wishes = { time: startAt || startIn(url), autoPlay: play && "true" };
  const list = find(url.pathname, /^\/embed\/((?:playlists|channel)\/\w+)/);
  const id = find(url.pathname, /^\/(?:medias|embed\/(?:iframe|medias))\/(\w+)/);
  const path = list ?? (id && `iframe/${id}`);
  return path ? withParameters(`https://fast.wistia.net/embed/${path}`, wishes) : undefined;
};

/** 3723 seconds are "1h2m3s". */
function twitchTime(seconds: number): string {
  return `${Math.floor(seconds / 3600)}h${Math.floor(seconds / 60) % 60}m${Math.floor(seconds % 60)}s`;
}

const twitch: ToFrame = (url, { startAt, play, host }) => {
  const seconds = startAt || startIn(url);
  const clip = find(url.pathname, /^\/\w+\/clip\/([\w-]+)/);
  if (clip) return twitchClip(clip, play, host);
  const video =
    find(url.pathname, /^\/(?:videos|\w+\/v(?:ideo)?)\/(\d+)(?:\/|$)/) ?? parameter(url, "video", /^v?(\d+)$/);
  const collection = parameter(url, "collection", WORD);
  const channel = parameter(url, "channel", /^(\w+)$/) ?? find(url.pathname, /^\/(\w{3,25})\/?$/);
  if (!video && !collection && !channel) return undefined;
  return withParameters("https://player.twitch.tv/", {
    ...(video || collection ? { video: video && `v${video}`, collection } : { channel }),
    parent: host,
    autoplay: String(play),
    time: seconds > 0 && twitchTime(seconds),
  });
};

const twitchClips: ToFrame = (url, { play, host }) => {
  const slug = url.pathname === "/embed" ? parameter(url, "clip", WORD) : find(url.pathname, /^\/([\w-]+)/);
  return slug ? twitchClip(slug, play, host) : undefined;
};

const twitchClip = (clip: string, play: boolean, parent: string) =>
  withParameters("https://clips.twitch.tv/embed", { clip, parent, autoplay: String(play) });

const dailymotion: ToFrame = (url, { startAt, play }) => {
  const video = find(url.pathname, /\/video\/([A-Za-z0-9]+)/) ?? parameter(url, "video", /^([A-Za-z0-9]+)/);
  const playlist = find(url.pathname, /\/playlist\/([A-Za-z0-9]+)/) ?? parameter(url, "playlist", /^([A-Za-z0-9]+)/);
  if (!video && !playlist) return undefined;
  const wishes = { video, playlist, startTime: startAt || startIn(url), autoplay: play && "true" };
  return withParameters("https://geo.dailymotion.com/player.html", wishes);
};

const dailymotionShort: ToFrame = ({ pathname, search }, options) =>
  dailymotion(new URL(`https://www.dailymotion.com/video${pathname}${search}`), options);

const mixcloud: ToFrame = ({ pathname, searchParams }, { play }) => {
  const inner = pathname.startsWith("/widget/") ? searchParams.get("feed") : pathname;
  const path = find(inner ?? "", /^(?:https:\/\/(?:www\.)?mixcloud\.com)?((?:\/[^/?#]+){2,3})\/?$/);
  if (!path) return undefined;
  return withParameters("https://player-widget.mixcloud.com/widget/iframe/", { feed: `${path}/`, autoplay: play && 1 });
};

const vidyard: ToFrame = ({ pathname }, { play }) => {
  const id = find(pathname, /^\/(?:(?:watch|share)\/)?([\w-]{8,})/);
  return id ? withParameters(`https://play.vidyard.com/${id}.html`, { autoplay: play && 1 }) : undefined;
};

/** Only an address that names the account and its player, beside the recording, tells enough. */
const kaltura: ToFrame = ({ pathname, search }, { startAt, play }) => {
  const text = pathname + search;
  const entry_id = find(text, /entry_?id[=/](\d_[a-z0-9]+)/i);
  const partner = find(text, /\/p\/(\d+)|\/partner_id\/(\d+)/);
  const player = find(text, /\/uiconf_id\/(\d+)/);
  if (!entry_id || !partner || !player) return undefined;
  const base = `https://cdnapisec.kaltura.com/p/${partner}`;
  const common = { iframeembed: "true", entry_id };
  if (text.includes("/embedPlaykitJs/")) {
    const wishes = { kalturaStartTime: startAt, "config[playback]": play && '{"autoplay":true}' };
    return withParameters(`${base}/embedPlaykitJs/uiconf_id/${player}`, { ...common, ...wishes });
  }
  const path = `sp/${partner}00/embedIframeJs/uiconf_id/${player}/partner_id/${partner}`;
  const wishes = { "flashvars[mediaProxy.mediaPlayFrom]": startAt, "flashvars[autoPlay]": play && "true" };
  return withParameters(`${base}/${path}`, { ...common, ...wishes });
};

/**
 * Hosts without their "www." in one line, "*." for any subdomain, and what plays there. It was written from the forms that
 * each service's own share and embed dialogs give. Short links that only their service can follow are not here.
 */
const SERVICES: [hosts: string, ToFrame][] = [
  ["youtube.com m.youtube.com music.youtube.com gaming.youtube.com youtube-nocookie.com", youTube],
  ["youtu.be", youTubeShort],
  ["soundcloud.com m.soundcloud.com", soundCloud],
  ["api.soundcloud.com", soundCloudApi],
  ["w.soundcloud.com", soundCloudEmbedded],
  ["vimeo.com player.vimeo.com", vimeo],
  ["stream.mux.com player.mux.com", mux],
  ["facebook.com *.facebook.com", facebook],
  ["fb.watch", facebookShort],
  ["streamable.com", streamable],
  ["*.wistia.com *.wistia.net *.wi.st", wistia],
  ["twitch.tv m.twitch.tv go.twitch.tv player.twitch.tv", twitch],
  ["clips.twitch.tv", twitchClips],
  ["dailymotion.com touch.dailymotion.com geo.dailymotion.com", dailymotion],
  ["dai.ly", dailymotionShort],
  ["mixcloud.com m.mixcloud.com player-widget.mixcloud.com", mixcloud],
  ["*.vidyard.com", vidyard],
  ["kaltura.com *.kaltura.com", kaltura],
];

const byHost = new Map(SERVICES.flatMap(([hosts, toFrame]) => hosts.split(" ").map((host) => [host, toFrame])));

/** The address of the service's own player for what `url` leads to. */
export function frameOf(url: URL, options: PlayOptions): URL | undefined {
  const host = url.hostname.replace(/\.$/, "").replace(/^www\./, "");
  const labels = host.split(".");
  const above = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`);
  const toFrame = [host, ...above].map((name) => byHost.get(name)).find(Boolean);
  return toFrame?.(url, options);
}
