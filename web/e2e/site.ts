import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const paragraph = "Broad beans are sown in the autumn, while the soil is still warm enough for them to root. ".repeat(
  8,
);

const pages: Record<string, string> = {
  "/beans": `<!doctype html><html lang="en"><head><title>What to sow when it is already too late</title>
    <meta name="description" content="Broad beans, chard, corn salad. A short defence of the autumn bed.">
    <meta property="og:image" content="/beans.svg"></head><body><nav><a href="/">Home</a></nav><article>
    <h1>What to sow when it is already too late</h1><p>${paragraph}</p>
    <p>The variety Aquadulce Claudia survives a frost of minus ten degrees under fleece.</p></article></body></html>`,
};

/** A small web site on a free port of this machine: the one stranger that the tests save pages of. */
export async function startSite(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ""];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "nothing here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
