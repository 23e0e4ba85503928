import type { ReactElement } from "react";

/** Replaces a page whose code failed to load. */
type Lost = { error: unknown; element: ReactElement };

/** Returns a lazy route that shows the error page if its code fails to load. The router would show nothing. */
export function late<Page extends object>(load: () => Promise<Page>): () => Promise<Page | Lost> {
  return () => load().catch((error) => ({ error, element: <Throw error={error} /> }));
}

/** Returns a lazy route of late-pages.ts. */
export function latePage(name: keyof typeof import("./late-pages")) {
  return late<object>(async () => (await import("./late-pages"))[name]());
}

function Throw({ error }: { error: unknown }): never {
  throw error;
}
