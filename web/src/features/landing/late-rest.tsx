import { type ComponentProps, lazy, Suspense, useState } from "react";

// What is below the first screen has a file of its own. In the prerendered page it is there to be read before its code is,
// and is taken over afterwards.

type Rest = typeof import("./rest");

let loaded: Rest | undefined;

/** Fetches the code, so that the whole page shows at once. */
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
    // It stays as it was rendered: its links lead on, and its questions open.
    return new Promise(() => {});
  }
}
