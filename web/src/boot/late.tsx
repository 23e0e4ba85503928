import type { ReactElement } from "react";

/** Stands for a page without code. */
type Lost = { error: unknown; element: ReactElement };

/** A page whose code comes when it is asked for. Where that can't be had, the page says so: the router would show nothing. */
export function late<Page extends object>(load: () => Promise<Page>): () => Promise<Page | Lost> {
  return () => load().catch((error) => ({ error, element: <Throw error={error} /> }));
}

/** One of the pages that stand in no first screen's way. */
export function latePage(name: keyof typeof import("./late-pages")) {
  return late<object>(async () => (await import("./late-pages"))[name]());
}

function Throw({ error }: { error: unknown }): never {
  throw error;
}
