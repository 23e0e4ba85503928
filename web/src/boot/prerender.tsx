import { text } from "node:stream/consumers";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { publicHeads } from "@/app/public-heads";
import { routes } from "@/app/router";

/** The pages to render, with their heads. Run by tools/prerender.ts when the app is built. */
export const pages = publicHeads;

/** Returns the HTML of a page for an unknown visitor. */
export async function render(address: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(address, "http://localhost")));
  if (context instanceof Response) throw new Error(`it leads to ${context.headers.get("location")}`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
    {
      // What is large would else be put in its place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  );
  const html = await text(prelude);
  // A part that failed inside of a Suspense would be left to the browser.
  for (const failure of failures) throw failure;
  return html;
}
