import { describe, expect, it } from "vitest";
import { pictureAddress, sized, videoAddress, webAddress } from "./addresses";
import { mediaOf, sourceOf } from "./media";
import { sample } from "./sample-tweets";

const file = (bitrate: unknown, name: string) => ({
  content_type: "video/mp4",
  bitrate,
  url: `https://video.twimg.com/${name}.mp4`,
});
const STREAM = { content_type: "application/x-mpegURL", url: "https://video.twimg.com/x.m3u8" };

describe("the file of a video", () => {
  it.each<[string, unknown[], string | undefined]>([
    ["three", [file(256, "low"), file(2176, "high"), file(832, "mid")], "mid"],
    ["two", [STREAM, file(256, "low"), file(2176, "high")], "low"],
    ["one", [file(256, "only"), STREAM], "only"],
    ["one that does not say its bitrate", [file(undefined, "silent"), file(1, "some")], "silent"],
    ["a stream alone", [STREAM], undefined],
    ["none", [], undefined],
  ])("TWEET-16 of %s mp4 files is the second best, or the only one", (_, variants, name) => {
    expect(sourceOf({ variants })).toBe(name && `https://video.twimg.com/${name}.mp4`);
  });

  it.each([null, 7, "x", [], {}, { variants: {} }, { variants: [null, 7, "x", []] }])(
    "TWEET-20 is none for %j",
    (info) => {
      expect(sourceOf(info)).toBeUndefined();
    },
  );
});

describe("the media of a tweet", () => {
  it("TWEET-07 TWEET-20 a picture has its alternative text and size", () => {
    expect(mediaOf(sample("photo").mediaDetails)).toEqual([
      {
        kind: "photo",
        picture: "https://pbs.twimg.com/media/G1engine.jpg",
        alt: expect.stringMatching(/\w/),
        width: 1600,
        height: 900,
      },
    ]);
  });

  it("TWEET-07 TWEET-16 TWEET-20 a video has its poster", () => {
    expect(mediaOf(sample("video").mediaDetails)).toEqual([
      {
        kind: "video",
        picture: "https://pbs.twimg.com/ext_tw_video_thumb/317/pu/img/carry.jpg",
        alt: "Wheels turning one after the other",
        width: 1600,
        height: 900,
        source: "https://video.twimg.com/ext_tw_video/317/pu/vid/640x360/mid.mp4?tag=12",
      },
    ]);
  });

  it("TWEET-07 are at most four, without those that X does not host", () => {
    const picture = (media_url_https: unknown) => ({ type: "photo", media_url_https });
    expect(mediaOf(Array.from({ length: 9 }, () => picture("https://pbs.twimg.com/media/a.jpg")))).toHaveLength(4);
    const bad = Array.from({ length: 4 }, () => picture("https://evil.example/a.jpg"));
    expect(mediaOf([...bad, picture("https://pbs.twimg.com/media/b.jpg")])).toHaveLength(1);
    expect(mediaOf([picture("https://evil.example/a.jpg"), picture("data:image/svg+xml,x"), picture(7), null])).toEqual(
      [],
    );
  });

  it("TWEET-07 TWEET-20 a video without a file is its poster, with a default size", () => {
    const media_url_https = "https://pbs.twimg.com/media/a.jpg";
    const variants = [{ content_type: "video/mp4", url: "https://evil.example/a.mp4" }];
    expect(mediaOf([{ type: "video", media_url_https, video_info: { variants } }])).toEqual([
      { kind: "photo", picture: media_url_https, alt: "", width: 1600, height: 900 },
    ]);
    expect(
      mediaOf([{ type: "animated_gif", media_url_https, video_info: { variants: [file(0, "gif")] } }]),
    ).toMatchObject([{ kind: "gif", source: "https://video.twimg.com/gif.mp4" }]);
  });

  it.each([undefined, null, {}, { photo: 1 }, "x", 7])("TWEET-20 are none for %j", (details) => {
    expect(mediaOf(details)).toEqual([]);
  });
});

describe("addresses", () => {
  it.each([
    "http://pbs.twimg.com/a.jpg",
    "https://pbs.twimg.com.evil.example/a.jpg",
    "https://evil.example/pbs.twimg.com",
    "https://ada@pbs.twimg.com/a.jpg",
    "https://pbs.twimg.com:8443/a.jpg",
    "//pbs.twimg.com/a.jpg",
    "javascript:alert(1)",
    "",
    7,
  ])("%s is no picture's and no video's", (address) => {
    expect(pictureAddress(address)).toBeUndefined();
    expect(videoAddress(address)).toBeUndefined();
  });

  it.each(["javascript:alert(1)", "/api/files/1", "//evil.example", "data:text/html,x", "ftp://a.example", "", null])(
    "%s is no web address",
    (address) => {
      expect(webAddress(address)).toBeUndefined();
    },
  );

  it("of pictures include the size", () => {
    expect(sized("https://pbs.twimg.com/media/a.b.jpg", "small")).toBe(
      "https://pbs.twimg.com/media/a.b?format=jpg&name=small",
    );
    expect(sized("https://pbs.twimg.com/media/a", "small")).toBe("https://pbs.twimg.com/media/a");
  });
});
