import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PlayOptions } from "./services";
import { type FileKind, sourceOf } from "./source";

const REST: PlayOptions = { startAt: 0, play: false, host: "engram.example" };

function frame(address: string, options: Partial<PlayOptions> = {}): string | undefined {
  const source = sourceOf(address, { ...REST, ...options });
  return source?.as === "frame" ? decodeURIComponent(source.src).replace("https://", "") : undefined;
}

const YT = "www.youtube-nocookie.com/embed/";
const SC = "w.soundcloud.com/player/?url=https://";
const FB = "www.facebook.com/plugins/video.php?href=https://";
const TWITCH = "player.twitch.tv/?";
const PARENT = "parent=engram.example&autoplay=false";
const MIX = "player-widget.mixcloud.com/widget/iframe/?feed=";
const KALTURA = "cdnapisec.kaltura.com/p/243342/";

/** What plays each form of address. */
const FRAMES: Record<string, string> = {
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://music.youtube.com/watch?v=dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://WWW.YOUTUBE.COM./watch?v=dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/watch/dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/shorts/dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/live/dQw4w9WgXcQ?si=x": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/embed/dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/v/dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://www.youtube.com/playlist?list=PL1": `${YT}videoseries?rel=0&list=PL1`,
  "https://www.youtube.com/embed/videoseries?list=PL1": `${YT}videoseries?rel=0&list=PL1`,
  "https://www.youtube.com/embed?listType=playlist&list=PL1": `${YT}videoseries?rel=0&list=PL1&listType=playlist`,
  "https://www.youtube.com/embed/live_stream?channel=UC_1": `${YT}live_stream?rel=0&channel=UC_1`,
  "https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "https://youtu.be/dQw4w9WgXcQ?si=abc&t=4": `${YT}dQw4w9WgXcQ?start=4&rel=0`,
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,
  "http://www.youtube.com/watch?v=dQw4w9WgXcQ": `${YT}dQw4w9WgXcQ?rel=0`,

  "https://soundcloud.com/forss/flickermood": `${SC}soundcloud.com/forss/flickermood&visual=true`,
  "https://m.soundcloud.com/forss/flickermood?in=x": `${SC}soundcloud.com/forss/flickermood&visual=true`,
  "https://soundcloud.com/forss/sets/soulhack": `${SC}soundcloud.com/forss/sets/soulhack&visual=true`,
  "https://soundcloud.com/forss/private/s-AbC12": `${SC}soundcloud.com/forss/private/s-AbC12&visual=true`,
  "https://api.soundcloud.com/tracks/293": `${SC}api.soundcloud.com/tracks/293&visual=true`,
  "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293": `${SC}api.soundcloud.com/tracks/293&visual=true`,

  "https://vimeo.com/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/76979871/0a1b2c3d4e?share=copy": "player.vimeo.com/video/76979871?h=0a1b2c3d4e&dnt=1",
  "https://vimeo.com/76979871#t=1m5s": "player.vimeo.com/video/76979871?dnt=1#t=65s",
  "https://vimeo.com/channels/staffpicks/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/groups/motion/videos/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/groups/motion/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/album/12/video/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/showcase/12/video/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://vimeo.com/showcase/12": "vimeo.com/showcase/12/embed?dnt=1",
  "https://vimeo.com/event/12/embed": "vimeo.com/event/12/embed?dnt=1",
  "https://vimeo.com/event/12": "vimeo.com/event/12/embed?dnt=1",
  "https://vimeo.com/event/12/0a1b2c3d4e": "vimeo.com/event/12/embed/0a1b2c3d4e?dnt=1",
  "https://vimeo.com/event/12/embed/0a1b2c3d4e": "vimeo.com/event/12/embed/0a1b2c3d4e?dnt=1",
  "https://vimeo.com/ondemand/film/76979871": "player.vimeo.com/video/76979871?dnt=1",
  "https://player.vimeo.com/video/76979871?h=0a1b": "player.vimeo.com/video/76979871?h=0a1b&dnt=1",

  "https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe": "player.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe",
  "https://player.mux.com/DS00Spx1?playback-token=a.b-c": "player.mux.com/DS00Spx1?playback-token=a.b-c",

  "https://www.facebook.com/watch/?v=101": `${FB}www.facebook.com/watch/?v=101&show_text=false`,
  "https://m.facebook.com/watch/?ref=saved&v=101": `${FB}www.facebook.com/watch/?ref=saved&v=101&show_text=false`,
  "https://www.facebook.com/reel/123": `${FB}www.facebook.com/reel/123&show_text=false`,
  "https://de-de.facebook.com/ada/videos/1": `${FB}www.facebook.com/ada/videos/1&show_text=false`,
  "https://www.facebook.com/video/embed?video_id=12": `${FB}www.facebook.com/watch/?v=12&show_text=false`,
  "https://www.facebook.com/plugins/video.php?height=1&href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fvideos%2F1": `${FB}www.facebook.com/ada/videos/1&show_text=false`,
  "https://fb.watch/AbC_1/": `${FB}fb.watch/AbC_1/&show_text=false`,

  "https://streamable.com/moo": "streamable.com/e/moo",
  "https://streamable.com/e/moo": "streamable.com/e/moo",
  "https://www.streamable.com/o/ifjh?src=player": "streamable.com/e/ifjh",

  "https://support.wistia.com/medias/26sk4lmiix": "fast.wistia.net/embed/iframe/26sk4lmiix",
  "https://fast.wistia.net/embed/iframe/26sk4lmiix?seo=true": "fast.wistia.net/embed/iframe/26sk4lmiix",
  "https://home.wi.st/medias/26sk4lmiix": "fast.wistia.net/embed/iframe/26sk4lmiix",
  "https://fast.wistia.com/embed/medias/26sk4lmiix.jsonp": "fast.wistia.net/embed/iframe/26sk4lmiix",
  "https://fast.wistia.com/embed/playlists/26sk4lmiix": "fast.wistia.net/embed/playlists/26sk4lmiix",
  "https://fast.wistia.com/embed/channel/26sk4lmiix": "fast.wistia.net/embed/channel/26sk4lmiix",

  "https://www.twitch.tv/videos/106400740": `${TWITCH}video=v106400740&${PARENT}`,
  "https://m.twitch.tv/videos/106400740?t=1h2m3s": `${TWITCH}video=v106400740&${PARENT}&time=1h2m3s`,
  "https://www.twitch.tv/ada/v/106400740": `${TWITCH}video=v106400740&${PARENT}`,
  "https://www.twitch.tv/ada/video/106400740": `${TWITCH}video=v106400740&${PARENT}`,
  "https://www.twitch.tv/ada_plays": `${TWITCH}channel=ada_plays&${PARENT}`,
  "https://player.twitch.tv/?video=v106400740&parent=x": `${TWITCH}video=v106400740&${PARENT}`,
  "https://player.twitch.tv/?collection=AbC-1&parent=x": `${TWITCH}collection=AbC-1&${PARENT}`,
  "https://player.twitch.tv/?channel=ada&parent=x": `${TWITCH}channel=ada&${PARENT}`,
  "https://www.twitch.tv/ada_plays/clip/Brave-Slug_1": `clips.twitch.tv/embed?clip=Brave-Slug_1&${PARENT}`,
  "https://clips.twitch.tv/BraveSlug-x_1": `clips.twitch.tv/embed?clip=BraveSlug-x_1&${PARENT}`,
  "https://clips.twitch.tv/embed?clip=BraveSlug&parent=x": `clips.twitch.tv/embed?clip=BraveSlug&${PARENT}`,

  "https://www.dailymotion.com/video/x5e9eog_a-title": "geo.dailymotion.com/player.html?video=x5e9eog",
  "https://www.dailymotion.com/embed/video/x5e9eog": "geo.dailymotion.com/player.html?video=x5e9eog",
  "https://www.dailymotion.com/fr/video/x5e9eog": "geo.dailymotion.com/player.html?video=x5e9eog",
  "https://www.dailymotion.com/playlist/x1": "geo.dailymotion.com/player.html?playlist=x1",
  "https://dai.ly/x5e9eog": "geo.dailymotion.com/player.html?video=x5e9eog",
  "https://geo.dailymotion.com/player/xabc.html?video=x5e9eog": "geo.dailymotion.com/player.html?video=x5e9eog",

  "https://www.mixcloud.com/spartacus/party-time/": `${MIX}/spartacus/party-time/`,
  "https://m.mixcloud.com/spartacus/party-time": `${MIX}/spartacus/party-time/`,
  "https://www.mixcloud.com/spartacus/playlists/best/": `${MIX}/spartacus/playlists/best/`,
  "https://www.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fspartacus%2Fparty-time%2F": `${MIX}/spartacus/party-time/`,
  "https://player-widget.mixcloud.com/widget/iframe/?feed=https%3A%2F%2Fwww.mixcloud.com%2Fa%2Fb%2F": `${MIX}/a/b/`,

  "https://share.vidyard.com/watch/AbCdEf1234": "play.vidyard.com/AbCdEf1234.html",
  "https://embed.vidyard.com/share/AbCdEf1234": "play.vidyard.com/AbCdEf1234.html",
  "https://play.vidyard.com/AbCdEf1234.html": "play.vidyard.com/AbCdEf1234.html",
  "https://ada.hubs.vidyard.com/watch/AbCdEf1234": "play.vidyard.com/AbCdEf1234.html",

  "https://cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u": `${KALTURA}sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u`,
  "https://cdnapisec.kaltura.com/p/243342/embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_sf5ovm7u": `${KALTURA}embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_sf5ovm7u`,
  "https://cdnapisec.kaltura.com/index.php/extwidget/preview/partner_id/243342/uiconf_id/1/entry_id/1_sf5ovm7u/embed/auto": `${KALTURA}sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u`,
};

/** Recordings whose address tells too little to play them here. */
const ONLY_THERE = [
  "https://www.youtube.com/clip/Ugkx",
  "https://on.soundcloud.com/AbC12",
  "https://snd.sc/abc",
  "https://ada.mediaspace.kaltura.com/media/t/1_sf5ovm7u",
  "https://ada.kaf.kaltura.com/media/A+Lecture/0_sf5ovm7u/12",
  "https://videos.kaltura.com/id/1_sf5ovm7u",
];

describe("what plays an address", () => {
  test.each(Object.entries(FRAMES))("VIDEO-03 CARD-05 %s", (address, want) => {
    expect(frame(address)).toBe(want);
  });

  test.each(ONLY_THERE)("VIDEO-03 %s is played only where it is", (address) => {
    expect(sourceOf(address, REST)).toBeUndefined();
  });

  test.each<[string, FileKind]>([
    ["https://example.com/film.mp4", "video"],
    ["https://example.com/a%20song.MP3?x=1#t=4", "audio"],
    ["https://example.com/a%2Emp4", "video"],
    ["https://stream.mux.com/abc.m3u8", "hls"],
    ["https://example.com/a/b.mpd?c=d.mp3", "dash"],
    ["http://192.168.1.4/b.flv", "flv"],
    ["https://soundcloud.com/a/b.wav", "audio"],
  ])("VIDEO-04 %s is a file: %s", (address, kind) => {
    expect(sourceOf(address, REST)).toEqual({ as: "file", kind, src: new URL(address).href });
  });

  test.each([
    "",
    "not an address",
    "javascript:alert(1)//film.mp4",
    "data:video/mp4,x",
    "file:///film.mp4",
    "https://example.com/",
    "https://notyoutube.com/watch?v=dQw4w9WgXcQ",
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/watch?v=%22%3E%3Cscript%3E",
    "https://www.youtube.com/attribution_link?u=//evil.example/watch?v=dQw4w9WgXcQ",
    "https://www.youtube.com/attribution_link?u=http://[&u=/watch?v=abc",
    "https://w.soundcloud.com/player/?url=https://evil.example/",
    "https://www.facebook.com/plugins/video.php?href=javascript:alert(1)",
    "https://www.facebook.com/plugins/video.php?href=https://evil.example/facebook.com/",
    "https://www.mixcloud.com/widget/iframe/?feed=//evil.example/a/b",
    "https://vimeo.com/2024recap",
    "https://vimeo.com/channels/staffpicks/76979871x",
    "https://www.twitch.tv/videos/106400740x",
    "https://clips.twitch.tv/embed?clip=a%26autoplay",
    `https://www.vidyard.com/${"a/".repeat(2000)}`,
  ])("'%s' is nothing to play", (address) => {
    expect(sourceOf(address, REST)).toBeUndefined();
  });
});

describe("from where, and at once", () => {
  test.each([
    ["https://youtu.be/a?t=4", `${YT}a?start=61&autoplay=1&rel=0`],
    ["https://soundcloud.com/a/b", `${SC}soundcloud.com/a/b&visual=true&auto_play=true`],
    ["https://vimeo.com/1", "player.vimeo.com/video/1?dnt=1&autoplay=1#t=61s"],
    ["https://player.mux.com/a", "player.mux.com/a?start-time=61&autoplay=true"],
    ["https://fb.watch/a/", `${FB}fb.watch/a/&show_text=false&t=61&autoplay=true`],
    ["https://streamable.com/a", "streamable.com/e/a?autoplay=1"],
    ["https://a.wistia.com/medias/a", "fast.wistia.net/embed/iframe/a?time=61&autoPlay=true"],
    ["https://www.twitch.tv/videos/1", `${TWITCH}video=v1&parent=engram.example&autoplay=true&time=0h1m1s`],
    ["https://clips.twitch.tv/a", "clips.twitch.tv/embed?clip=a&parent=engram.example&autoplay=true"],
    ["https://dai.ly/a", "geo.dailymotion.com/player.html?video=a&startTime=61&autoplay=true"],
    ["https://www.mixcloud.com/a/b/", `${MIX}/a/b/&autoplay=1`],
    ["https://play.vidyard.com/AbCdEf1234", "play.vidyard.com/AbCdEf1234.html?autoplay=1"],
    [
      "https://cdnapisec.kaltura.com/p/2/embedPlaykitJs/uiconf_id/1?entry_id=1_a",
      'cdnapisec.kaltura.com/p/2/embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_a&kalturaStartTime=61&config[playback]={"autoplay":true}',
    ],
    [
      "https://cdnapisec.kaltura.com/p/2/embedIframeJs/uiconf_id/1?entry_id=1_a",
      "cdnapisec.kaltura.com/p/2/sp/200/embedIframeJs/uiconf_id/1/partner_id/2?iframeembed=true&entry_id=1_a&flashvars[mediaProxy.mediaPlayFrom]=61&flashvars[autoPlay]=true",
    ],
  ])("VIDEO-02 VIDEO-05 %s", (address, want) => {
    expect(frame(address, { startAt: 61, play: true })).toBe(want);
  });

  test.each([
    ["t=90", 90],
    ["t=90s", 90],
    ["t=1m30s", 90],
    ["start=2h", 7200],
    ["time_continue=5", 5],
    ["t=soon", 0],
    ["t=-4", 0],
    ["t=99999999999", 0],
  ])("an address that says %s starts at %d s", (says, seconds) => {
    expect(frame(`https://youtu.be/a?${says}`)).toBe(`${YT}a?${seconds ? `start=${seconds}&` : ""}rel=0`);
  });
});

/** Files of the server beside the web app. */
const server = (path: string) => readFileSync(`../internal/${path}`, "utf8");

test("VIDEO-03 VIDEO-04 whatever the server keeps as a recording is played, or known to be played only where it is", () => {
  const recordings = (server("memory/player_test.go").split('\t\t"": {')[0] ?? "").match(/"https:\/\/[^"]+"/g) ?? [];
  expect(recordings.length).toBeGreaterThan(100);
  const lost = recordings.map((quoted) => JSON.parse(quoted)).filter((address) => !sourceOf(address, REST));
  expect(lost).toEqual(ONLY_THERE);
});

test("VIDEO-03 the page’s policy allows the frames of these services, and no others", () => {
  const policy = server("webui/policy.go").replaceAll(/" \+\s+"/g, "");
  const allowed = /"default-src[^"]*frame-src 'self' ([^;]*);/.exec(policy)?.[1]?.split(" ");
  const used = Object.keys(FRAMES).map((address) => `https://${frame(address)?.split("/")[0]}`);
  expect(new Set(allowed)).toEqual(new Set(used));
});
