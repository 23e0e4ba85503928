import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LOGBOOK, LONG_ARTICLE } from "./logbook";
import { picture } from "./picture";

const paragraph = "Broad beans are sown in the autumn, while the soil is still warm enough for them to root. ".repeat(
  8,
);

const pages: Record<string, string> = {
  "/logbook": LOGBOOK,
  "/all-of-the-log": LONG_ARTICLE,
  "/beans": `<!doctype html><html lang="en"><head><title>What to sow when it is already too late</title>
    <meta name="description" content="Broad beans, chard, corn salad. A short defence of the autumn bed.">
    <meta property="og:image" content="/beans.svg"></head><body><nav><a href="/">Home</a></nav><article>
    <h1>What to sow when it is already too late</h1><p>${paragraph}</p>
    <p>The variety Aquadulce Claudia survives a frost of minus ten degrees under fleece.</p></article></body></html>`,
};

/** A page that its members alone see, with what is typed into it. */
const MEMBERS = `<!doctype html><html lang="en"><head><title>The minutes of the allotment</title></head><body>
  <nav><a href="/">Home</a></nav><article><h1>The minutes of the allotment</h1><p>${paragraph}</p>
  <p id="gate">The gate code changes on the first of May, and nobody is to write it down.</p><p>${paragraph}</p></article>
  <form><input type="hidden" name="csrf" value="a-secret-of-the-form"></form></body></html>`;

/** A site that names its feed, and the feed. */
const BLOG = `<!doctype html><html lang="en"><head><title>The bean row</title>
  <link rel="alternate" type="application/rss+xml" href="/bean-row.xml"></head><body><p>${paragraph}</p></body></html>`;

const feedOf = (host: string) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>The bean row</title><link>http://${host}/bean-row</link>
${["first-frost", "seed-swap"]
  .map(
    (name) => `<item><title>About ${name}</title><link>http://${host}/page/${name}</link><guid>${name}</guid></item>`,
  )
  .join("\n")}
</channel></rss>`;

const pictures = new Map<number, Buffer>();

/** Drawing one takes a while, and a page may have forty. */
function pictureOf(seed: number): Buffer {
  const drawn = pictures.get(seed) ?? picture(960, 540, seed);
  pictures.set(seed, drawn);
  return drawn;
}

/** What `/page/NAME` does: it answers, with another text, keeps its reader waiting until it is set anew, or is gone. */
export type Mood = "ready" | "rewritten" | "slow" | "gone";

class MoodyPage {
  mood: Mood = "ready";
  readonly #waiting: (() => void)[] = [];

  set(mood: Mood): void {
    this.mood = mood;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  /** Calls back once it is to answer. */
  read(answer: () => void): void {
    if (this.mood === "slow") this.#waiting.push(() => this.read(answer));
    else answer();
  }
}

const moody = new Map<string, MoodyPage>();

function moodyPage(name: string): MoodyPage {
  const page = moody.get(name) ?? new MoodyPage();
  moody.set(name, page);
  return page;
}

const rewritten = "Nothing grows here any more, and the bed lies under gravel since the spring. ".repeat(8);

const moodyText = (
  name: string,
  text = paragraph,
) => `<!doctype html><html lang="en"><head><title>All about ${name}</title>
  <meta name="description" content="What there is to know about ${name}."></head><body><article>
  <h1>All about ${name}</h1><p>${text}</p></article></body></html>`;

const TWEETS = "../internal/tweet/tweettest/tweets";

/** Answers as the service does that tells of tweets; of the numbers that it does not know there are none. */
async function tellTweet(response: ServerResponse, address: string): Promise<void> {
  const id = new URL(address, "http://site").searchParams.get("id")?.match(/^\d+$/)?.[0];
  const tweet = await readFile(`${TWEETS}/${id}.json`).catch(() => undefined);
  response.writeHead(tweet ? 200 : 404, { "content-type": "application/json" });
  response.end(tweet);
}

/**
 * A small web site on a free port of this machine: the one stranger that the tests save pages of, and the service that
 * tells of tweets.
 */
export async function startSite(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const answer = (page: string | undefined) => {
      response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(page ?? "nothing here");
    };
    const [, kind, name = "", mood] = (request.url ?? "").split("/");
    if (kind === "set") {
      moodyPage(name).set(mood as Mood);
      answer("set");
    } else if (kind === "page") {
      const page = moodyPage(name);
      page.read(() =>
        answer(page.mood === "gone" ? undefined : moodyText(name, page.mood === "rewritten" ? rewritten : paragraph)),
      );
    } else if (kind?.startsWith("tweet-result?")) {
      void tellTweet(response, request.url ?? "");
    } else if (kind === "members") {
      answer(request.headers.cookie?.includes("member=yes") ? MEMBERS : undefined);
    } else if (kind === "bean-row") {
      answer(BLOG);
    } else if (kind === "bean-row.xml") {
      response.writeHead(200, { "content-type": "application/rss+xml" });
      response.end(feedOf(request.headers.host ?? ""));
    } else if (kind?.endsWith(".png")) {
      response.writeHead(200, { "content-type": "image/png" });
      response.end(pictureOf(kind.length));
    } else {
      answer(pages[request.url ?? ""]);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
