import { lazy, Suspense } from "react";
import { useToken } from "@/api/session";
import { Boundary } from "@/ui/boundary";

// It is the dashboard's, which somebody on another page may never see.
const Frame = lazy(() => import("./routes/own/home").then(({ Frame }) => ({ default: Frame })));

const nothing = () => null;

/** The palette and the keys on a page with a header of its own. They come after it, for whoever is signed in. */
export function Commands() {
  if (!useToken()) return null;
  return (
    <Boundary name="the keys" of={undefined} fallback={null}>
      <Suspense fallback={null}>
        <Frame bare>{nothing}</Frame>
      </Suspense>
    </Boundary>
  );
}
