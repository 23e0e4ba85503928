/** The URLs that a tweet links to and loads its media from. */

const X = "https://x.com";

export const profileAddress = (name: string) => `${X}/${name}`;
export const tweetAddress = (name: string, id: string) => `${X}/${name}/status/${id}`;
export const followAddress = (name: string) => `${X}/intent/follow?screen_name=${name}`;
export const likeAddress = (id: string) => `${X}/intent/like?tweet_id=${id}`;
export const replyAddress = (id: string) => `${X}/intent/tweet?in_reply_to=${id}`;
export const hashtagAddress = (tag: string) => `${X}/hashtag/${encodeURIComponent(tag)}`;
export const symbolAddress = (symbol: string) => `${X}/search?q=${encodeURIComponent(`$${symbol}`)}`;

/** Returns an http or https URL, else undefined. */
export function webAddress(address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

// The CSP allows pictures only from these hosts.
const PICTURES = new Set(["pbs.twimg.com", "abs.twimg.com"]);
const VIDEOS = new Set(["video.twimg.com", "ton.twimg.com"]);

function from(hosts: ReadonlySet<string>, address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const { protocol, host, username, password, href } = new URL(address);
  return protocol === "https:" && hosts.has(host) && !username && !password ? href : undefined;
}

/** Returns the URL of a picture that X hosts, else undefined. */
export const pictureAddress = (address: unknown) => from(PICTURES, address);

/** Returns the URL of a video that X hosts, else undefined. */
export const videoAddress = (address: unknown) => from(VIDEOS, address);

/** Returns the picture's URL at a named size: "small" is up to 680 pixels wide, "medium" up to 1200. */
export function sized(picture: string, name: "small" | "medium"): string {
  const url = new URL(picture);
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1];
  if (!extension) return picture;
  url.pathname = url.pathname.slice(0, -extension.length - 1);
  url.searchParams.set("format", extension);
  url.searchParams.set("name", name);
  return url.href;
}
