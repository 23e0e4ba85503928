/** Parses the tweet that the card shows from the service's answer. Pure: no network, no React. */

import { pictureAddress, profileAddress, tweetAddress, webAddress } from "./addresses";
import { type Media, mediaOf } from "./media";
import { countOf, type Loose, recordOf, textOf } from "./read";
import { type Piece, piecesOf } from "./text";

export type Badge = "blue" | "business" | "government";

export type Author = {
  name: string;
  /** Without its "@". */
  screenName: string;
  /** The URL of the picture. Undefined if there is no valid one. */
  picture: string | undefined;
  square: boolean;
  badge: Badge | undefined;
};

/** The members that a tweet and a quoted tweet share. */
export type Post = {
  id: string;
  url: string;
  author: Author;
  text: readonly Piece[];
  media: readonly Media[];
};

export type TweetData = Post & {
  /** Undefined if it is not a valid date. */
  at: Date | undefined;
  likes: number;
  replies: number;
  /** The user it replies to, and the URL of the tweet it replies to. */
  replyTo: { screenName: string; url: string } | undefined;
  quoted: Post | undefined;
};

const isName = (value: unknown): value is string => typeof value === "string" && /^\w{1,20}$/.test(value);
const isNumber = (value: unknown): value is string => typeof value === "string" && /^\d{1,20}$/.test(value);

function badgeOf({ verified, is_blue_verified, verified_type }: Loose): Badge | undefined {
  if (verified_type === "Government") return "government";
  if (verified_type === "Business") return "business";
  return verified === true || is_blue_verified === true ? "blue" : undefined;
}

function authorOf(user: Loose): Author | undefined {
  if (!isName(user.screen_name)) return undefined;
  return {
    name: textOf(user.name).trim() || user.screen_name,
    screenName: user.screen_name,
    picture: pictureAddress(user.profile_image_url_https),
    square: user.profile_image_shape === "Square",
    badge: badgeOf(user),
  };
}

/** X marks where a longer text continues. */
function textFor(tweet: Loose, url: string, isHidden: (address: string) => boolean): Piece[] {
  const pieces = piecesOf(tweet, isHidden);
  const goesOn = typeof tweet.note_tweet === "object" && tweet.note_tweet !== null;
  return goesOn ? [...pieces, { text: "… " }, { text: "Show more", href: url }] : pieces;
}

function postOf(tweet: Loose, isHidden: (address: string) => boolean): Post | undefined {
  const author = authorOf(recordOf(tweet.user));
  if (!author || !isNumber(tweet.id_str)) return undefined;
  const url = tweetAddress(author.screenName, tweet.id_str);
  const text = textFor(tweet, url, isHidden);
  return { id: tweet.id_str, url, author, text, media: mediaOf(tweet.mediaDetails) };
}

function replyToOf({ in_reply_to_screen_name: name, in_reply_to_status_id_str: id }: Loose): TweetData["replyTo"] {
  if (!isName(name)) return undefined;
  return { screenName: name, url: isNumber(id) ? tweetAddress(name, id) : profileAddress(name) };
}

function dateOf(value: unknown): Date | undefined {
  const at = new Date(textOf(value));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Parses the tweet in an answer. Undefined if there is none that can be shown. */
export function tweetOf(data: unknown): TweetData | undefined {
  const tweet = recordOf(data);
  // A tweet that the quoted one quotes stays a URL in its text.
  const quoted = postOf(recordOf(tweet.quoted_tweet), () => false);
  const isQuoted = (address: string) =>
    quoted !== undefined && new RegExp(`/status(es)?/${quoted.id}(?!\\d)`).test(webAddress(address) ?? "");
  const post = postOf(tweet, isQuoted);
  if (!post) return undefined;
  return {
    ...post,
    at: dateOf(tweet.created_at),
    likes: countOf(tweet.favorite_count),
    replies: countOf(tweet.conversation_count),
    replyTo: replyToOf(tweet),
    quoted,
  };
}
