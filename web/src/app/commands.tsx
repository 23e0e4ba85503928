import { lazy, Suspense } from "react";
import { useToken } from "@/api/session";
import { Boundary } from "@/ui/boundary";

// Loaded lazily, because it belongs to the dashboard's chunk.
const Frame = lazy(() => import("./routes/own/home").then(({ Frame }) => ({ default: Frame })));

const nothing = () => null;

/** The palette and the keyboard shortcuts of a page with its own header. They load after the page, for signed-in users. */
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
