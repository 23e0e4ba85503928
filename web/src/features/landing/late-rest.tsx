import { type ComponentProps, lazy, Suspense, useState } from "react";

// Everything below the first screen is a chunk of its own. The prerendered page shows it at once, and React hydrates it
// when the chunk has loaded.

type Rest = typeof import("./rest");

let loaded: Rest | undefined;

/** Loads the chunk, so that the whole page renders at once. */
export async function loadRest(): Promise<void> {
  loaded = await import("./rest");
}

const SoonSections = lazy(() => part("Sections"));
const SoonFooter = lazy(() => part("Footer"));

export function LateSections(props: ComponentProps<Rest["Sections"]>) {
  const [Sections] = useState(() => loaded?.Sections ?? SoonSections);
  return (
    <Suspense>
      <Sections {...props} />
    </Suspense>
  );
}

export function LateFooter(props: ComponentProps<Rest["Footer"]>) {
  const [Footer] = useState(() => loaded?.Footer ?? SoonFooter);
  return (
    <Suspense>
      <Footer {...props} />
    </Suspense>
  );
}

async function part<Name extends keyof Rest>(name: Name): Promise<{ default: Rest[Name] }> {
  try {
    return { default: (await import("./rest"))[name] };
  } catch (error) {
    console.error("loading the rest of the page failed", error);
    // Never settles, so the prerendered HTML stays: its links and details elements work without scripts.
    return new Promise(() => {});
  }
}
